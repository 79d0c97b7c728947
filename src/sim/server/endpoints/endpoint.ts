import type { SimAnswer, SimRequest } from '../../machine.ts';
import type { Launch } from '../launch.ts';

/** Answers one kind of request, now or later. */
export type Endpoint = (launch: Launch, request: SimRequest, answer: SimAnswer) => void;
