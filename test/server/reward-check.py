"""Checks an exported reward.py: run from the folder that holds it, prints "ok". Standard library only."""

import json

import reward as r


def rewarded(spec, text, calls=None):
    message = {"role": "assistant", "content": text, **({"tool_calls": calls} if calls else {})}
    columns = {"reference": [""], "prompt_id": ["x"], "trainer_state": None}
    (value,) = r.loop_reward(prompts=[[{"role": "user", "content": "q"}]], completions=[[message]], reward_spec=[json.dumps(spec)], **columns)
    return value


def reference(text, **more):
    return {"kind": "reference", "reference": text, **more}


def rules(*given):
    return {"kind": "rules", "graders": [{"name": "g", "rules": list(given)}]}


def called(name, arguments):
    return [{"type": "function", "function": {"name": name, "arguments": arguments}}]


wanted_call = reference("", tool_calls=[{"name": "f", "arguments": '{"a": 1}'}])
lookup = {"type": "tool_call", "tool": "lookup", "args": {"id": {"matches": r"^\d{6,}$"}}, "count": {"min": 1, "max": 1}}
dimensions = [{"key": "accuracy", "scale": {"min": 1, "max": 5}, "weight": 2}, {"key": "tone", "scale": "boolean"}]

cases = [
    (rewarded(reference("Paris."), "  paris. "), 1),
    (rewarded(reference("12"), "The answer is 12.00"), 1),
    (rewarded(reference("1234"), "It is 1,234"), 1),
    (rewarded(reference("12"), "13"), 0),
    (rewarded(reference("the cat sat"), "the cat ran"), 2 / 3),
    (rewarded(reference("x y"), "z"), 0),
    (rewarded(wanted_call, "", called("f", {"a": 1})), 1),
    (rewarded(wanted_call, "", called("f", '{"a": 2}')), 0),
    (rewarded(rules({"type": "contains", "any": ["I will"], "none": ["policy"]}), "i WILL do it"), 1),
    (rewarded(rules({"type": "contains", "any": ["I will"], "none": ["policy"]}), "I will, by our policy"), 0),
    (rewarded(rules({"type": "contains", "any": ["cat"], "whole_word": True}), "concatenate"), 0),
    (rewarded(rules({"type": "contains", "any": ["x"], "weight": 3}, {"type": "contains", "any": ["y"]}), "x"), 0.75),
    (rewarded(rules({"type": "number", "expected": 30, "pick": "any"}), "none at all"), None),
    (rewarded(rules({"type": "number", "expected": 30, "pick": "any"}), "30 or 40"), 1),
    (rewarded(rules({"type": "number", "min": 1, "max": 5}), "it is 7"), 0),
    (rewarded(rules({"type": "exact", "expected": ["Hola", "Buenos"], "at": "start"}), "hola amigo"), 1),
    (rewarded(rules({"type": "json", "extract": "fenced", "required": ["a.b"]}), '```json\n{"a": {"b": 1}}\n```'), 1),
    (rewarded(rules({"type": "json", "extract": "first"}), 'see {"a": 1} here'), 1),
    (rewarded(rules({"type": "json"}), "not JSON"), 0),
    (rewarded(rules({"type": "regex", "pattern": r"\border\s*#?\d{6,}", "flags": "i"}), "Order #123456"), 1),
    (rewarded(rules({"type": "regex", "pattern": "x", "expect": "no_match"}), "x"), 0),
    (rewarded(rules(lookup), "", called("lookup", {"id": "123456"})), 1),
    (rewarded(rules(lookup), "", called("lookup", {"id": "12"})), 0),
    (rewarded(rules({"type": "tool_call", "tool": "lookup", "expect": "not_called"}), "", called("lookup", {})), 0),
]
r.ask_judge = lambda rubric, prompt, text: {"accuracy": 4, "tone": 1}
cases.append((rewarded({"kind": "judge", "rubric": {"instructions": "x", "dimensions": dimensions}}, "x"), (2 * 0.75 + 1) / 3))
r.ask_judge = lambda rubric, prompt, text: {"accuracy": 9, "tone": 1}
cases.append((rewarded({"kind": "judge", "rubric": {"instructions": "x", "dimensions": dimensions}}, "x"), None))

for n, (got, expected) in enumerate(cases):
    assert got == expected or abs(got - expected) < 1e-9, f"case {n}: {got} instead of {expected}"
assert r.reward_funcs == [r.loop_reward]
print("ok")
