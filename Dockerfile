# docker build -t kalends . && docker run -p 3000:3000 -v kalends:/data kalends
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
# The compiler and what its build copies; scripts of packages are not needed.
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts \
 && npm pack --ignore-scripts --pack-destination /tmp \
 && mkdir /app \
 && npm install --prefix /app --no-audit --no-fund /tmp/kalends-*.tgz

FROM node:24-bookworm-slim
COPY --from=build /app /app
RUN install -d -o node -g node -m 0700 /data
ENV NODE_ENV=production \
    KALENDS_HOST=0.0.0.0 \
    KALENDS_DATA=/data \
    KALENDS_LOG_FORMAT=json \
    MALLOC_ARENA_MAX=2
USER node
WORKDIR /data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# The program is process 1 itself, so that it gets SIGTERM and ends its workers.
ENTRYPOINT ["node", "--max-semi-space-size=8", "/app/node_modules/kalends/bin/kalends.js"]
CMD ["serve"]
