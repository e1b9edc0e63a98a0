export type {
  ContractApplication,
  ContractHandler,
  ContractRequest,
  ContractResponse,
} from './application.ts';
export { runApplicationContract } from './application-contract.ts';
export type { HostileFramework } from './hostile/hostile-case.ts';
export { runHostileSuite } from './hostile/run-hostile-suite.ts';
export { runHttpContract } from './http-contract.ts';
export { http2Subject } from './http2-subject.ts';
export type { RuleSubject } from './rfc9112/run-rules.ts';
export { runRules } from './rfc9112/run-rules.ts';
export type { Subject } from './subject.ts';
export { listeningSubject, tcpSubject, tlsSubject } from './subject.ts';
