import type { expertCodes, skillBodyCodes, skillKeyCodes } from '../skill';

/** Why the keys of SKILL.md are checked. */
export const whySkillKeys: Readonly<Record<keyof typeof skillKeyCodes, string>> = {
  SKL100: 'The open specification requires `name`. Codex and VS Code fall back to the folder’s name; others skip the skill.',
  SKL101:
    'Without quotes `3000`, `true` and `[a]` are a number, a truth value and a list. Clients that expect text refuse the skill or crash on it.',
  SKL102: 'An empty name is as good as none.',
  SKL103: 'The open specification allows 64 characters. VS Code cuts the name there silently, others refuse the skill.',
  SKL104:
    'A name is typed after a slash and used as a folder’s name: small letters without accents, digits and `-` work everywhere. Experts of the platform may hold `_` and `.` too.',
  SKL105: 'The open specification forbids a hyphen at either end and two in a row. Validators refuse such names.',
  SKL106:
    'The specification wants the name to be the folder’s. Clients list a skill under one and look it up under the other, so that it is shown and cannot be started.',
  SKL107: 'Uploads to Claude refuse names that hold the words “claude” or “anthropic”.',
  SKL108: 'Angle brackets are taken for markup: VS Code strips them, Claude refuses the upload.',
  SKL109: 'The reference validator takes letters of any script; VS Code and Claude take a–z only.',
  SKL110: 'Two skills with one name: which of them is loaded depends on the client and on the order of folders.',
  SKL120: 'Agents choose skills by the description alone. Without it the skill is never chosen, and most clients do not load it.',
  SKL121:
    'The description must be text. A `: ` inside it makes it a map, a bare number makes it a number, and clients skip the skill. Quotes keep it text.',
  SKL122: 'An empty description gives an agent nothing to choose by.',
  SKL123:
    'The open specification allows 1024 characters, counted after the value is read. Beyond that Codex skips the skill and VS Code cuts the text, often in the middle of the sentence that says when to use it.',
  SKL124:
    'Tags in a description are stripped by VS Code and refused by Claude. Write the word without brackets, or in backticks.',
  SKL125:
    'An agent has to know *when* to use the skill, not only what it does. Say it in words that occur in requests: “Use when the user asks for a refund.”',
  SKL126:
    'Descriptions are put into a prompt beside many others: “I” and “you” are somebody else there. Write “Sorts the mail”, or “Sort the mail”.',
  SKL127: 'A few words can hardly be matched by a request. Say what the skill does and when it is wanted.',
  SKL128:
    'A block with `|` keeps its line breaks, and some loaders that do not read YAML show only the mark itself. `>-` folds the lines into one.',
  SKL129: 'Text of a template was left in place: agents read it as it stands.',
  SKL130: 'Claude Code lists `description` and `when_to_use` together and cuts the list entry at 1536 characters.',
  SKL131: 'A description that only repeats the name tells an agent nothing it did not know.',
  SKL140: 'The specification wants a short text: the licence’s name or the name of a file. VS Code alone takes a map.',
  SKL141: 'The licence names a file that is not beside the skill, so that whoever receives the skill has no licence.',
  SKL142: 'The specification wants text of 1 to 500 characters. Leave the key out when the skill needs nothing in particular.',
  SKL143: '`metadata` holds further facts as pairs of text. Anything else is refused or ignored.',
  SKL144: 'The specification allows text only. `1.0` without quotes is the number 1, and the version is lost.',
  SKL145: 'The specification allows text only; some validators crash on a list or a map here. The platform reads its own maps.',
  SKL146: 'The specification wants one text with blanks between the tools. Claude Code takes a list as well, others do not.',
  SKL147: 'The specification wants blanks between the tools. With commas some clients read one long name.',
  SKL148:
    'A pattern is a tool’s name and, in parentheses, what it may do: `Bash(git:*)`. This one cannot be read and approves nothing.',
  SKL149: 'No client has a tool of this name, and one is nearly called so. A wrong name approves nothing.',
  SKL150:
    'This approves any command without a question, also what a web page told the model to run. Name the commands the skill needs.',
  SKL151: 'Only Claude Code takes `yes`, `on` and `1` for true. VS Code wants `true` or `false` and reports anything else.',
  SKL152: 'With both switches set nobody can start the skill: no person by its name, no model by itself.',
  SKL153: 'Square brackets without quotes are a YAML list, and clients that expect text crash on it or ignore it.',
  SKL154: '`fork` is the only context there is, and `agent` and `background` mean something only together with it.',
  SKL155: 'Another word is ignored, and the skill runs as if nothing had been said.',
  SKL156: '`hooks` is a map from the name of an event to what is run. An event that is not known never happens.',
  SKL157:
    'No known client reads this key. If it is near one that is read, it is probably that one misspelt; facts of your own belong under `metadata`.',
  SKL158: 'This spelling was used once, or looks like what other files use. No client reads it now.',
  SKL159: 'The key is read, but by none of the clients this file is meant for (`loop.skills.targets`).',
};

/** Why expert skills are checked. */
export const whyExpert: Readonly<Record<keyof typeof expertCodes, string>> = {
  SKL200: 'The platform takes any other word for `skill`, silently: the expert is never routed to.',
  SKL201: 'An unknown status is not checked by the platform and matches no step of an expert’s life.',
  SKL202: 'The platform reads this key of experts only. Without `type: expert` the skill is a plain one.',
  SKL203: 'An active expert is called at its endpoint. Without one the platform refuses to activate it.',
  SKL204:
    'The endpoint is the base address of an OpenAI-compatible server. Credentials in it can be read by everyone who can read the file; over plain `http://` anyone on the way reads the conversations.',
  SKL205: 'Conversations are routed to an expert by its triggers. Without any it is never called.',
  SKL206:
    'A trigger that occurs in every conversation routes every conversation here; one that is listed twice says nothing new.',
  SKL207: 'An expert is a model of its own. Without `model` the platform has nothing to call.',
  SKL208:
    'Fewer than a hundred good examples teach a small model little. Counted are the conversations that carry the expert’s name as a label and were judged right, corrected or given a gold answer.',
  SKL209: 'No recorded conversation calls this tool: it is misspelt, or not recorded yet.',
  SKL210: 'Anything but a whole number is silently replaced by 10.',
  SKL211: 'A retired expert is not called, whatever its endpoint says.',
  SKL212:
    'An expert is collected, trained and activated in turn. A status that was skipped since the last commit is often a slip.',
  SKL213: 'An example that lacks its question or its answer shows nothing and is left out.',
  SKL214:
    'The body of an expert is its own system prompt. “When the user asks …, consult …” speaks to the model that calls the expert; that belongs in the description.',
};

/** Why the body of SKILL.md is checked. */
export const whySkillBody: Readonly<Record<keyof typeof skillBodyCodes, string>> = {
  SKL300: 'The body is what an agent follows once it has chosen the skill. The platform refuses an expert without one.',
  SKL301:
    'The whole body is read into the conversation. Beyond 500 lines, move parts into files that are read when they are needed.',
  SKL302:
    'The whole body is read into the conversation. Beyond about 5000 tokens, move parts into files that are read when they are needed.',
  SKL303: 'The platform takes 100 000 characters a file and refuses more.',
  SKL304: 'An agent that follows the link finds nothing, and guesses.',
  SKL305: 'The link leads to a heading that is not in the file.',
  SKL306: 'Backslashes, drive letters and absolute paths mean something on one computer only.',
  SKL307: 'A skill is installed as a folder. What lies outside stays behind.',
  SKL308: 'Agents read what the body links to, and seldom what that links to. Link to everything from here.',
  SKL309: 'The file is named here and is not in the skill’s folder.',
  SKL310: 'An agent learns of a file only by its being named. This one is installed and never used.',
  SKL311: 'A note to yourself is an instruction to an agent.',
  SKL312: 'Only Claude Code runs such commands and puts in what they print. Others show the line as it stands.',
  SKL313:
    'A key in a skill is read by everyone who installs it, and by every model that uses it. Take it out and make it invalid.',
};
