export { type Trial, type TrialOptions, trial } from './trial.ts';
