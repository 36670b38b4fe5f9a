/** Rewards by a judge model that whoever trains runs themselves. */
export const judgePart = `# --- judge ---


def judge_reward(rubric, prompt, text):
    """The weighted mean of the judge's scores, each brought to 0..1; None when its reply cannot be read."""
    scores = ask_judge(rubric, prompt, text)
    total = got = 0.0
    for dimension in rubric["dimensions"]:
        score, (low, high) = scores.get(dimension["key"]), ends_of(dimension.get("scale", "unit"))
        if not isinstance(score, (int, float)) or not low <= score <= high:
            return None
        weight = dimension.get("weight", 1)
        total += weight
        got += weight * (score - low) / (high - low)
    return got / total if total else None


def ends_of(scale):
    return (scale["min"], scale["max"]) if isinstance(scale, dict) else (0, 1)


def ask_judge(rubric, prompt, text):
    wanted = {d["key"]: f"{d.get('description', '')} ({' to '.join(map(str, ends_of(d.get('scale', 'unit'))))})" for d in rubric["dimensions"]}
    conversation = prompt if isinstance(prompt, str) else "\\n\\n".join(f"{m['role']}: {m.get('content')}" for m in prompt)
    question = (
        f"{rubric['instructions']}\\n\\n<conversation>\\n{conversation}\\n</conversation>\\n\\n<reply>\\n{text}\\n</reply>\\n\\n"
        f"Answer with a JSON object of scores and nothing else: {json.dumps(wanted, ensure_ascii=False)}"
    )
    body = {"model": os.environ["JUDGE_MODEL"], "messages": [{"role": "user", "content": question}], "temperature": 0}
    headers = {"content-type": "application/json"}
    if os.environ.get("JUDGE_KEY"):
        headers["authorization"] = "Bearer " + os.environ["JUDGE_KEY"]
    request = urllib.request.Request(os.environ["JUDGE_URL"], json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=120) as reply:
        said = json.load(reply)["choices"][0]["message"]["content"]
    found = re.search(r"\\{.*\\}", said, re.DOTALL)
    return as_object(found.group(0)) if found else {}
`;
