# The command line in a container: docker build -t cahoots . && docker run --rm -u "$(id -u)" -v "$PWD:/work" cahoots run scenario.yaml
FROM node:20-slim AS build
WORKDIR /cahoots
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-slim
COPY --from=build /cahoots /cahoots
RUN ln -s /cahoots/dist/bin/cahoots.js /usr/local/bin/cahoots && chmod 755 /cahoots/dist/bin/cahoots.js
# Keeps what is compiled in /cahoots/.compiled, where nobody else may write.
RUN cahoots run /cahoots/scenarios/quickstart.yaml > /dev/null
WORKDIR /work
USER nobody
ENTRYPOINT ["cahoots"]
