/** The beginning of reward.py: what it offers to a trainer, and rewards by a reference answer. */
export const referencePart = `"""Rewards for the prompts of this dataset: one number from 0 to 1 for each answer, or None where nothing can be said.

Column reward_spec says how an answer is rewarded:
  reference  how close it comes to the reference answer: same tool calls, same number, else shared words (F1)
  rules      the weighted share of the rules it passes
  judge      what a judge model says; set JUDGE_URL (an OpenAI-compatible .../v1/chat/completions), JUDGE_MODEL and,
             where needed, JUDGE_KEY before training
Nothing leaves this machine unless you set JUDGE_URL.
"""

import json
import math
import os
import re
import unicodedata
import urllib.request
from collections import Counter


def loop_reward(prompts, completions, reward_spec, **columns):
    return [reward(json.loads(spec), prompt, completion) for prompt, completion, spec in zip(prompts, completions, reward_spec)]


reward_funcs = [loop_reward]


def reward(spec, prompt, completion):
    text, calls = answer_of(completion)
    calls = calls_before(prompt) + calls
    if spec["kind"] == "reference":
        return reference_reward(spec, text, answer_of(completion)[1])
    if spec["kind"] == "rules":
        return rules_reward(spec["graders"], text, calls)
    return judge_reward(spec["rubric"], prompt, text)


def answer_of(completion):
    """Text and tool calls of an answer, which is a text or a list of messages."""
    if isinstance(completion, str):
        return completion, []
    message = completion[-1] if completion else {}
    calls = [call.get("function", call) for call in message.get("tool_calls") or []]
    return message.get("content") or "", [{"name": c.get("name"), "arguments": as_object(c.get("arguments"))} for c in calls]


def calls_before(prompt):
    """Calls made since the last question: an agent makes them in messages of their own."""
    calls = []
    for message in prompt if isinstance(prompt, list) else []:
        calls = [] if message.get("role") == "user" else calls + answer_of([message])[1]
    return calls


def as_object(value):
    if not isinstance(value, str):
        return value or {}
    try:
        return json.loads(value) if value.strip() else {}
    except ValueError:
        return {}


# --- reference ---


def reference_reward(spec, text, calls):
    wanted = spec.get("tool_calls")
    if wanted:
        named = [{"name": c["name"], "arguments": as_object(c["arguments"])} for c in wanted]
        return 1.0 if calls == named else 0.0
    reference = spec["reference"]
    if plain(text) == plain(reference):
        return 1.0
    number = number_in(reference) if re.fullmatch(NUMBER, reference.strip()) else None
    if number is not None:
        found = numbers(text)
        return 1.0 if found and found[-1] == number else 0.0
    return shared_words(text, reference)


def plain(text):
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def shared_words(text, reference):
    a, b = (Counter(re.findall(r"\\w+", plain(t))) for t in (text, reference))
    both = sum((a & b).values())
    return 2 * both / (sum(a.values()) + sum(b.values())) if both else 0.0


NUMBER = r"-?\\d+(?:\\.\\d+)?"


def number_in(text):
    return float(text)


`;
