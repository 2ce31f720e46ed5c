# The npm package with its runtime dependencies, on Node.js and nothing else.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
# With its scripts, `npm pack` would build the explorer a second time. What is dropped are the
# development dependencies. The peer dependencies, which traces, the shared cache and tools need,
# stay in the versions of the lock file.
RUN npm run build && npm pack --ignore-scripts && tar -xzf tapgraph-*.tgz \
  && npm pkg delete devDependencies peerDependenciesMeta && npm prune --ignore-scripts \
  && mv node_modules package/

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="tapgraph" \
  org.opencontainers.image.description="A GraphQL gateway over a REST registry of NFC tags and terminals" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="0.1.0"
ENV NODE_ENV=production HOST=0.0.0.0
# A place for the registry's file. A new volume takes over the owner of this folder.
RUN install --directory --owner=65534 --group=65534 /data
WORKDIR /tapgraph
COPY --from=build /build/package ./
USER 65534:65534
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["gateway"]
