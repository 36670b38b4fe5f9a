/** Rewards by the rules of grader files: the six kinds as `core/grade/rules` has them (a test compares the two). */
export const rulesPart = `# --- rules ---


def rules_reward(graders, text, calls):
    """The weighted share of passed rules; rules with nothing to check do not count; None when none is left."""
    answer = {"raw": text, "text": plain_spaces(text), "calls": calls}
    passed = total = 0.0
    for rule in (rule for grader in graders for rule in grader["rules"]):
        verdict = CHECKS[rule["type"]](rule, answer)
        if verdict is None:
            continue
        weight = rule.get("weight", 1)
        total += weight
        passed += weight if verdict else 0
    return round(passed / total, 12) if total else None


def plain_spaces(text):
    return re.sub("[\\u00a0\\u2007\\u202f]", " ", unicodedata.normalize("NFC", text))


def is_word(character):
    return character == "_" or unicodedata.category(character)[0] in "LNM" if character else False


def inside_word(text, at):
    return is_word(text[at - 1 : at]) and is_word(text[at : at + 1])


def check_contains(rule, answer):
    ignore = rule.get("ignore_case", True)
    text = answer["text"].lower() if ignore else answer["text"]

    def has(phrase):
        wanted = plain_spaces(phrase)
        wanted = wanted.lower() if ignore else wanted
        at = text.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if not rule.get("whole_word") or not (is_word(text[max(0, at - 1) : at]) or is_word(text[end : end + 1])):
                return True
            at = text.find(wanted, at + 1)
        return False

    every = all(has(p) for p in rule.get("all", []))
    some = any(has(p) for p in rule["any"]) if rule.get("any") else True
    return every and some and not any(has(p) for p in rule.get("none", []))


def check_exact(rule, answer):
    expected = rule.get("expected")
    if expected is None:
        return None

    def tidy(value):
        value = plain_spaces(value)
        value = value.lower() if rule.get("ignore_case", True) else value
        return " ".join(value.split()) if rule.get("ignore_spacing", True) else value

    got, at = tidy(answer["text"]), rule.get("at", "whole")
    for value in map(tidy, [expected] if isinstance(expected, str) else expected):
        if got == value:
            return True
        if at == "start" and got.startswith(value) and not inside_word(got, len(value)):
            return True
        if at == "end" and got.endswith(value) and not inside_word(got, len(got) - len(value)):
            return True
    return False


def check_number(rule, answer):
    found, pick = numbers(answer["raw"], rule.get("decimal", ".")), rule.get("pick", "last")
    if not found or (rule.get("reference") == "gold" and "expected" not in rule):
        return None
    if pick == "only" and len(set(found)) != 1:
        return False
    chosen = {"first": found[:1], "last": found[-1:], "only": found, "any": found}[pick]
    return any(number_fits(rule, n) for n in chosen)


def number_fits(rule, n):
    if math.isinf(n):
        return False
    if "expected" not in rule:
        return rule.get("min", n) <= n <= rule.get("max", n)
    expected = float(rule["expected"])
    slack = max(rule.get("tolerance", 0), abs(expected) * rule.get("tolerance_percent", 0) / 100)
    if slack == 0:
        return n == expected
    return abs(n - expected) <= slack + 4 * 2.0**-52 * max(abs(n), abs(expected), slack)


def check_json(rule, answer):
    text, extract = answer["raw"], rule.get("extract", "whole")
    if extract == "fenced":
        fences = fenced(text)
        text = next((inside for language, inside in fences if re.fullmatch("json[c5]?", language, re.IGNORECASE)), fences[0][1] if fences else "")
    found = first_json(text) if extract == "first" else [strict_json(text)]
    if not found or found[0] is NO_JSON:
        return False
    value = found[0]
    return all(has_path(value, path.split(".")) for path in rule.get("required", [])) and fits_schema(rule.get("schema"), value)


NO_JSON = object()


def strict_json(text):
    def refuse(constant):
        raise ValueError(constant)

    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return NO_JSON


def first_json(text):
    for start in list(re.finditer(r"[\\[{]", text))[:64]:
        try:
            _, end = json.JSONDecoder().raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        value = strict_json(text[start.start() : end])
        if value is not NO_JSON:
            return [value]
    return []


def fenced(text):
    """Language and content of each fence that is closed."""
    found, opened = [], None
    for line in re.split(r"\\r?\\n", text):
        mark = re.match(r"[ \\t]*(\`{3,}|~{3,})", line)
        rest = line[mark.end() :] if mark else ""
        if mark and mark.group(1)[0] == "\`" and "\`" in rest:
            mark = None
        if opened is None:
            if mark:
                opened = (mark.group(1), (rest.split() or [""])[0], [])
        elif mark and not rest.strip() and mark.group(1).startswith(opened[0]):
            found.append((opened[1], "\\n".join(opened[2])))
            opened = None
        else:
            opened[2].append(line)
    return found


def has_path(value, keys):
    for key in keys:
        if isinstance(value, list) and key.isascii() and key.isdigit() and str(int(key)) == key and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and key in value:
            value = value[key]
        else:
            return False
    return True


def fits_schema(schema, value):
    if not isinstance(schema, dict):
        return True
    import jsonschema  # pip install jsonschema

    return jsonschema.Draft202012Validator({k: v for k, v in schema.items() if k != "$schema"}).is_valid(value)


def check_regex(rule, answer):
    flags = sum({"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}.get(f, 0) for f in set(rule.get("flags", "")))
    return (re.search(plain_spaces(rule["pattern"]), answer["text"], flags) is not None) == (rule.get("expect", "match") == "match")


def check_tool_call(rule, answer):
    names = rule.get("any_of") or [rule.get("tool")]
    named = [c for c in answer["calls"] if c["name"] in names]
    if rule.get("expect", "called") == "not_called":
        return not named
    fitting = [c for c in named if args_fit(rule.get("args", {}), c["arguments"])]
    count = rule.get("count", {})
    return count.get("min", 1) <= len(fitting) <= count.get("max", len(fitting))


def args_fit(wanted, arguments):
    for name, test in wanted.items():
        value = arguments.get(name) if isinstance(arguments, dict) else None
        if "present" in test and (value is not None) != test["present"]:
            return False
        if "equals" in test and not same(value, test["equals"]):
            return False
        if "matches" in test and (value is None or not re.search(test["matches"], as_text(value))):
            return False
    return True


def same(a, b):
    """Equal as JSON: true is not 1."""
    return a == b and json.dumps(a, sort_keys=True).replace(".0", "") == json.dumps(b, sort_keys=True).replace(".0", "")


def as_text(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


CHECKS = {
    "contains": check_contains,
    "exact": check_exact,
    "number": check_number,
    "json": check_json,
    "regex": check_regex,
    "tool_call": check_tool_call,
}


`;
