import { createServer } from 'node:http'

const browsers = new Set<string>()
let messages = 0

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    browsers.add(request.url ?? '')
    messages += 1
    response.writeHead(201).end()
  })
}).listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})

process.on('message', () => process.send?.({ browsers: browsers.size, messages }))
process.on('disconnect', () => process.exit())
