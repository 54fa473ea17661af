# The command line in a container: docker build -t cahoots . && docker run --rm -v "$PWD:/work" cahoots run scenario.yaml
FROM node:20-slim AS build
WORKDIR /cahoots
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:20-slim
COPY --from=build /cahoots /cahoots
WORKDIR /work
ENTRYPOINT ["node", "/cahoots/dist/bin/cahoots.js"]
