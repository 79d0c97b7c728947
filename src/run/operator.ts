export type OperatorRequest = 'interrupt' | 'abandon';

/**
 * Where signals become events of the loop. First interrupt: nothing new, restore. Second: stop restoring. The third
 * never comes here: it ends the process.
 */
export interface OperatorInbox {
  readonly latest: OperatorRequest | null;
  /** Called once per request, inside the loop's turn. */
  onRequest(listener: (request: OperatorRequest) => void): () => void;
}
