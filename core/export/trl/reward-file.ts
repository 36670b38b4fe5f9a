import { judgePart } from './reward-py/judge';
import { numbersPart } from './reward-py/numbers';
import { referencePart } from './reward-py/reference';
import { rulesPart } from './reward-py/rules';

/** `reward.py`: standard Python, started by the trainer with each row's `reward_spec`. */
export const rewardFile = `${referencePart}${numbersPart}${rulesPart}${judgePart}`;
