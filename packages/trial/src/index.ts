export { runTrial } from './command-line.ts';
export { type Trial, type TrialOptions, trial } from './trial.ts';
