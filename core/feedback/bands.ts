/** Bands of scores by their lower end, the best first; the group of what has no score is called ''. */
export const scoreBands = ['0.8', '0.6', '0.4', '0.2', '0'] as const;

/**
 * How far people, rules and judges are apart on an answer, by the least distance of the group: of 0 and 1 one says right
 * and another wrong. The group of answers about which fewer than two spoke is called ''.
 */
export const disagreements = { apart: 0.5, differ: 0.05, agree: 0 } as const;
export type Disagreement = keyof typeof disagreements;
