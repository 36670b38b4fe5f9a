/** Rewards by the rules of grader files, as the six kinds are defined for graders. */
export const rulesPart = `# --- rules ---


def rules_reward(graders, text, calls):
    """The weighted share of passed rules; rules with nothing to check do not count; None when none is left."""
    passed = total = 0.0
    for rule in (rule for grader in graders for rule in grader["rules"]):
        verdict = CHECKS[rule["type"]](rule, text, calls)
        if verdict is None:
            continue
        weight = rule.get("weight", 1)
        total += weight
        passed += weight if verdict else 0
    return passed / total if total else None


def check_contains(rule, text, calls):
    ignore = rule.get("ignore_case", True)

    def has(phrase):
        pattern = re.escape(phrase)
        if rule.get("whole_word"):
            pattern = r"(?<!\\w)" + pattern + r"(?!\\w)"
        return re.search(pattern, text, re.IGNORECASE if ignore else 0) is not None

    every = all(has(p) for p in rule.get("all", []))
    some = any(has(p) for p in rule["any"]) if rule.get("any") else True
    return every and some and not any(has(p) for p in rule.get("none", []))


def check_exact(rule, text, calls):
    expected = rule.get("expected")
    if expected is None:
        return None

    def tidy(value):
        value = value.casefold() if rule.get("ignore_case", True) else value
        return " ".join(value.split()) if rule.get("ignore_spacing", True) else value

    got, at = tidy(text), rule.get("at", "whole")
    for value in map(tidy, [expected] if isinstance(expected, str) else expected):
        if got == value or (at == "start" and got.startswith(value)) or (at == "end" and got.endswith(value)):
            return True
    return False


def check_number(rule, text, calls):
    found, pick = numbers(text, rule.get("decimal", ".")), rule.get("pick", "last")
    if not found or (rule.get("reference") == "gold" and "expected" not in rule):
        return None
    if pick == "only" and len(found) != 1:
        return False
    chosen = {"first": found[:1], "last": found[-1:], "only": found, "any": found}[pick]
    return any(number_fits(rule, n) for n in chosen)


def number_fits(rule, n):
    if "expected" not in rule:
        return rule.get("min", n) <= n <= rule.get("max", n)
    expected = float(rule["expected"])
    slack = max(rule.get("tolerance", 0), abs(expected) * rule.get("tolerance_percent", 0) / 100)
    return abs(n - expected) <= slack + 1e-12


def check_json(rule, text, calls):
    extract = rule.get("extract", "whole")
    if extract == "fenced":
        block = re.search(r"\`\`\`[^\\n]*\\n(.*?)\`\`\`", text, re.DOTALL)
        text = block.group(1) if block else ""
    elif extract == "first":
        start = re.search(r"[\\[{]", text)
        text = text[start.start() :] if start else ""
    try:
        value = json.JSONDecoder().raw_decode(text)[0] if extract == "first" else json.loads(text)
    except ValueError:
        return False
    return all(has_path(value, path.split(".")) for path in rule.get("required", [])) and fits_schema(rule.get("schema"), value)


def has_path(value, keys):
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            return False
        value = value[key]
    return True


def fits_schema(schema, value):
    if not isinstance(schema, dict):
        return True
    import jsonschema  # pip install jsonschema

    return jsonschema.Draft202012Validator(schema).is_valid(value)


def check_regex(rule, text, calls):
    flags = sum({"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}.get(f, 0) for f in set(rule.get("flags", "")))
    return (re.search(rule["pattern"], text, flags) is not None) == (rule.get("expect", "match") == "match")


def check_tool_call(rule, text, calls):
    names = rule.get("any_of") or [rule.get("tool")]
    fitting = [c for c in calls if c["name"] in names and args_fit(rule.get("args", {}), c["arguments"])]
    count = rule.get("count", {})
    called = count.get("min", 1) <= len(fitting) <= count.get("max", len(fitting))
    return called == (rule.get("expect", "called") == "called")


def args_fit(wanted, arguments):
    for name, test in wanted.items():
        value = arguments.get(name) if isinstance(arguments, dict) else None
        if "present" in test and (value is not None) != test["present"]:
            return False
        if "equals" in test and value != test["equals"]:
            return False
        if "matches" in test and (value is None or not re.search(test["matches"], str(value))):
            return False
    return True


CHECKS = {
    "contains": check_contains,
    "exact": check_exact,
    "number": check_number,
    "json": check_json,
    "regex": check_regex,
    "tool_call": check_tool_call,
}


`;
