/** @jsxImportSource preact */
import '../styles/page.css'
import '../styles/app.css'
import '../styles/kiosk.css'
import { runKiosk } from './run.tsx'

void runKiosk()
