/** @jsxImportSource preact */
import '../styles/page.css'
import '../styles/app.css'
import '../styles/visitor.css'
import { start } from './start.tsx'

void start()
