/** A `Registry` of `@prometheus-io/client` or `prom-client`, of any version with these. */
export interface PrometheusRegistry {
  registerMetric(metric: object): void;
  getSingleMetric(name: string): unknown;
  removeSingleMetric(name: string): void;
}
