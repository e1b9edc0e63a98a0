import type { Settings } from '../options.ts';
import { answerError } from './answer-error.ts';
import { answerUnmatched } from './answer-unmatched.ts';
import type { Done } from './pipeline.ts';

/** Makes the end of an application's pipeline: the default answers, as its settings want them. */
export function answerWith({ env, logError }: Settings): Done {
  const options = { revealing: env === 'development', logError };
  return (error, req, res) => {
    if (error === undefined) answerUnmatched(req, res, (refusal) => answerError(refusal, req, res, options));
    else answerError(error, req, res, options);
  };
}
