/**
 * So many settings are looked at with the rules of the engine, a tenth of a millisecond each; measuring them takes
 * weeks. Those behind are run as they are: what the engine refuses, it then says at their start.
 */
export const MOST_JUDGED = 1_000;
