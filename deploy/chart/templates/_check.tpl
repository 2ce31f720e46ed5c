{{- /* What the schema of the values cannot check, or cannot explain in one line. */ -}}
{{- define "tapgraph.check" -}}
{{- if not .Values.registry.url }}
{{- fail "registry.url: name the address of the registry, such as https://registry.example" }}
{{- end }}
{{- if and .Values.secret.settings (not .Values.secret.name) }}
{{- fail (printf "secret.name: name the secret that holds %s" (join ", " .Values.secret.settings)) }}
{{- end }}
{{- if and .Values.secret.name (not .Values.secret.settings) }}
{{- fail (printf "secret.settings: name the settings to take from the secret %s" .Values.secret.name) }}
{{- end }}
{{- range concat (keys .Values.settings | sortAlpha) .Values.secret.settings }}
{{- if has . (list "HOST" "PORT" "METRICS_PORT" "REGISTRY_URL" "NODE_ENV") }}
{{- fail (printf "settings: the chart itself sets %s" .) }}
{{- end }}
{{- if not (regexMatch "^[A-Z][A-Z0-9_]*$" .) }}
{{- fail (printf "settings: %s is not the name of a setting" .) }}
{{- end }}
{{- end }}
{{- range .Values.secret.settings }}
{{- if hasKey $.Values.settings . }}
{{- fail (printf "settings.%s: it already comes from the secret %s" . $.Values.secret.name) }}
{{- end }}
{{- end }}
{{- if .Values.ownFields.configMap }}
{{- if or (hasKey $.Values.settings "OWN_FIELDS") (has "OWN_FIELDS" $.Values.secret.settings) }}
{{- fail "ownFields.configMap: remove OWN_FIELDS, which the chart itself sets" }}
{{- end }}
{{- end }}
{{- if .Values.persistedOperations.configMap }}
{{- if or (hasKey $.Values.settings "PERSISTED_OPERATIONS") (has "PERSISTED_OPERATIONS" $.Values.secret.settings) }}
{{- fail "persistedOperations.configMap: remove PERSISTED_OPERATIONS, which the chart itself sets" }}
{{- end }}
{{- end }}
{{- if .Values.keysFile.secret }}
{{- if or (hasKey $.Values.settings "KEYS_FILE") (has "KEYS_FILE" $.Values.secret.settings) }}
{{- fail "keysFile.secret: remove KEYS_FILE, which the chart itself sets" }}
{{- end }}
{{- end }}
{{- if .Values.cache.enabled }}
{{- if not (has "CACHE_SECRET" .Values.secret.settings) }}
{{- fail "cache.enabled: add CACHE_SECRET to secret.settings" }}
{{- end }}
{{- if or (has "CACHE_URL" .Values.secret.settings) (hasKey .Values.settings "CACHE_URL") }}
{{- fail "cache.enabled: remove CACHE_URL, which the chart itself sets" }}
{{- end }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) }}
{{- fail "ingress.host: name the host that callers use" }}
{{- end }}
{{- if gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas) }}
{{- fail "autoscaling: minReplicas is larger than maxReplicas" }}
{{- end }}
{{- end }}
