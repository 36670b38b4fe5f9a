/** Numbers by their value, as `core/grade/numbers` reads them. */
export const numbersPart = `GROUP = "'\\u2019\\u00a0\\u2007\\u2009\\u202f"
LETTER = r"[^\\W\\d_]"
JOINED = re.compile(r"(?:[^\\W_]|[)\\]])$")
MONEY = re.compile(r"(?:^|[^\\w])(?:AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|INR|JPY|MXN|NOK|NZD|PLN|SEK|USD|US|Rs|R|kr)$")
BESIDE = re.compile("[\\u2e80-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u0e00-\\u0e7f]$")
NAME = re.compile("(?![x\\u00d7][0-9])[A-Za-z_\\u00aa-\\u052f\\u1e00-\\u1fff]{1,20}[0-9]")
DOTTED = re.compile(r"(?:\\.[0-9]+)+")


def number_pattern(mark):
    group = f"[,{GROUP}]" if mark == "." else f"[.{GROUP}]"
    lakhs = r"[0-9]{1,2}(?:,[0-9]{2}){1,5},[0-9]{3}(?![0-9])|" if mark == "." else ""
    whole = rf"[0-9]{{1,3}}(?:{group}[0-9]{{3}})+(?![0-9])|{lakhs}[0-9]+"
    fraction = r"\\.[0-9]+" if mark == "." else r"[.,][0-9]+"
    return re.compile(rf"(?:({whole})({fraction})?|({fraction}))(?:[eE]([-+]?[0-9]{{1,4}})(?!{LETTER}|[0-9]))?")


NUMBERS = {mark: number_pattern(mark) for mark in ".,"}


def numbers(text, mark="."):
    """The numbers in a text by their value; digits inside names and dotted chains (1.2.3) are no numbers."""
    text = "".join(str(unicodedata.decimal(c)) if not c.isascii() and c.isdecimal() else c for c in text)
    text = re.sub("(?<=[0-9])\\u066c(?=[0-9])", ",", re.sub("(?<=[0-9])\\u066b(?=[0-9])", ".", text))
    found, at = [], 0
    while match := NUMBERS[mark].search(text, at):
        start, at = match.span()
        chain = DOTTED.match(text, at)
        before = text[max(0, start - 8) : start]
        whole, fraction, bare, exponent = (part or "" for part in match.groups())
        if chain:
            at = chain.end()
        elif bare and re.search(r"[^\\W_]$", before):
            at = start + 1
        elif not is_name(before) and not NAME.match(text, at):
            digits = re.sub("[^0-9]", "", whole) or "0"
            value = float(f"{digits}.{(fraction or bare)[1:] or '0'}" + (f"e{exponent}" if exponent else ""))
            found.append(-value if is_minus(before) else value)
    return found


def is_name(before):
    if not re.search(r"[^\\W\\d]$", before) or re.search("[0-9][x\\u00d7]$", before):
        return False
    return not MONEY.search(before) and not BESIDE.search(before)


def is_minus(before):
    if before and unicodedata.category(before[-1]) == "Sc":
        before = before[:-1]
    return before[-1:] in ("-", "\\u2212") and not JOINED.search(before[:-1])


`;
