export { Cluster, type ClusterEvents, type WorkerExitInfo, type WorkerInfo } from './cluster.ts';
export type { ClusterOptions, LogEntry, RestartOptions, SignalOptions } from './cluster-options.ts';
export type { CloseReason } from './internal/messages.ts';
export type { ClusterMetrics, WorkerMetrics } from './internal/primary/metrics.ts';
export type { MetricsSource } from './internal/worker/reported-numbers.ts';
export type { CloseCallback, CloseEvent } from './internal/worker/worker-runtime.ts';
export { startCluster } from './start-cluster.ts';
export { onClose, ready, reportMetrics, workerSlot } from './worker.ts';
