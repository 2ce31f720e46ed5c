{{- define "tapgraph.name" -}}
{{- $name := contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) }}
{{- $name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "tapgraph.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tapgraph.metadata" -}}
name: {{ include "tapgraph.name" . }}
labels:
  {{- include "tapgraph.selector" . | nindent 2 }}
  app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "tapgraph.cacheName" -}}
{{ include "tapgraph.name" . | trunc 57 | trimSuffix "-" }}-cache
{{- end }}

{{- define "tapgraph.cacheSelector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-cache
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
