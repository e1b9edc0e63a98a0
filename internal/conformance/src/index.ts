export type {
  ContractApplication,
  ContractHandler,
  ContractRequest,
  ContractResponse,
} from './application.ts';
export { runApplicationContract } from './application-contract.ts';
export { runHttpContract } from './http-contract.ts';
export type { Subject } from './subject.ts';
export { tcpSubject, tlsSubject } from './subject.ts';
