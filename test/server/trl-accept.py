"""Loads exported folders with `datasets` and takes one real TRL training step on each, with a tiny random model.

usage: trl-accept.py FOLDER...    Each folder holds one <method>.yaml, which says how it wants to be trained.
Prints one JSON object per folder: {folder, ok, rows, trained, error}. `trained` is the text with loss on it, by row:
a text (sft), a pair of texts (dpo), or nothing. No network, no downloads; a CPU is enough.
"""

import contextlib
import glob
import json
import os
import sys
import tempfile

scratch = tempfile.mkdtemp(prefix="trl-accept-")
os.environ.update(
    HF_HUB_OFFLINE="1",
    HF_DATASETS_OFFLINE="1",
    HF_HOME=scratch,
    CUDA_VISIBLE_DEVICES="",
    TRL_EXPERIMENTAL_SILENCE="1",
    TOKENIZERS_PARALLELISM="false",
)

# Prints every role, so that nothing of a row can get lost unseen; {% generation %} marks what an assistant said.
TEMPLATE = """
{%- if tools %}{{ '<tools>' + (tools | tojson) + '</tools>' }}{% endif %}
{%- for message in messages %}
{%- if message.role == 'assistant' %}{{ '<assistant>' }}{% generation %}{{ message.content }}
{%- for call in message.tool_calls or [] %}{{ '[' + call.function.name + ' ' + (call.function.arguments | tojson) + ']' }}{% endfor %}
{{- '</s>' }}{% endgeneration %}
{%- else %}{{ '<' + message.role + '>' + message.content + '</s>' }}{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<assistant>' }}{% endif %}"""


def make_tokenizer():
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokens = Tokenizer(models.BPE(vocab={letter: n for n, letter in enumerate(letters)}, merges=[]))
    tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokens.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, eos_token="</s>", pad_token="<pad>")
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def make_model(tokenizer):
    from transformers import Qwen3Config, Qwen3ForCausalLM

    size = dict(hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=1, head_dim=8)
    special = dict(pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.eos_token_id)
    return Qwen3ForCausalLM(Qwen3Config(vocab_size=len(tokenizer) + 2, **size, **special))


def settings_of(folder):
    import yaml

    (path,) = glob.glob(os.path.join(folder, "*.yaml"))
    with open(path, encoding="utf-8") as file:
        return os.path.basename(path)[: -len(".yaml")], yaml.safe_load(file)


def load(folder, settings):
    """From inside the folder, under the name its settings give it: as `trl <method> --config` does."""
    import datasets

    datasets.disable_progress_bars()
    before = os.getcwd()
    os.chdir(folder)
    try:
        return datasets.load_dataset(settings["dataset_name"], cache_dir=tempfile.mkdtemp(dir=scratch))
    finally:
        os.chdir(before)


def trainer_for(method, folder, settings, data):
    import trl

    tokenizer = make_tokenizer()
    common = dict(
        output_dir=scratch, report_to="none", use_cpu=True, bf16=False, fp16=False, max_steps=1, disable_tqdm=True,
        gradient_checkpointing=False, per_device_train_batch_size=2,
    )
    own = {key: settings[key] for key in ("max_length", "assistant_only_loss", "completion_only_loss", "beta",
                                          "desirable_weight", "undesirable_weight") if key in settings}
    made = dict(train_dataset=data["train"], eval_dataset=data.get("test"), processing_class=tokenizer)
    model = make_model(tokenizer)
    if method == "sft":
        return trl.SFTTrainer(model=model, args=trl.SFTConfig(loss_type="nll", **own, **common), **made)
    if method == "dpo":
        return trl.DPOTrainer(model=model, ref_model=make_model(tokenizer), args=trl.DPOConfig(**own, **common), **made)
    if method == "kto":
        return trl.KTOTrainer(model=model, ref_model=make_model(tokenizer), args=trl.KTOConfig(**own, **common), **made)
    sys.path.insert(0, folder)
    sys.modules.pop("reward", None)
    from reward import reward_funcs

    args = trl.GRPOConfig(num_generations=2, max_completion_length=8, **common)
    return trl.GRPOTrainer(model=model, args=args, reward_funcs=reward_funcs, **made)


def trained_texts(method, trainer):
    tokenizer = trainer.processing_class
    # Rows as the trainer made them, in the order of the file.
    for row in trainer.train_dataset if method in ("sft", "dpo") else []:
        if method == "dpo":
            yield [tokenizer.decode(row["chosen_ids"]), tokenizer.decode(row["rejected_ids"])]
            continue
        labels = row.get("labels")
        mask = row.get("assistant_masks") or row.get("completion_mask")
        is_trained = [label != -100 for label in labels] if labels is not None else [bool(m) for m in mask]
        yield tokenizer.decode([token for token, yes in zip(row["input_ids"], is_trained) if yes])


def accept(folder):
    method, settings = settings_of(folder)
    data = load(folder, settings)
    trainer = trainer_for(method, folder, settings, data)
    trained = list(trained_texts(method, trainer))
    trainer.train()
    return {"ok": True, "rows": {split: len(rows) for split, rows in data.items()}, "trained": trained}


def main():
    for folder in sys.argv[1:]:
        try:
            with contextlib.redirect_stdout(sys.stderr):
                result = accept(os.path.abspath(folder))
        except Exception as error:  # what the loader or the trainer says is the result
            result = {"ok": False, "error": f"{type(error).__name__}: {error} {error.__cause__ or ''}"[:1000]}
        print(json.dumps({"folder": os.path.basename(folder), **result}), flush=True)


main()
