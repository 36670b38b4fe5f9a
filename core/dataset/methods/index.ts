import type { Method } from '../recipe';
import { dpo } from './dpo';
import { grpo } from './grpo';
import { kto } from './kto';
import type { DatasetMethod } from './method';
import { sft } from './sft';

export const datasetMethods: Readonly<Record<Method, DatasetMethod>> = { sft, dpo, kto, grpo };
