import { mergeAttributes, Node } from '@tiptap/react'

declare module '@tiptap/react' {
  interface Commands<ReturnType> {
    articleImage: {
      /** Inserts a picture at the cursor, or changes the selected one. */
      setArticleImage: (attributes: ImageAttributes) => ReturnType
    }
  }
}

export interface ImageAttributes {
  src: string
  alt: string
}

/** An inline picture, as in Markdown and HTML. */
export const ArticleImage = Node.create({
  name: 'image',
  inline: true,
  group: 'inline',
  draggable: true,

  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    title: { default: null },
    width: { default: null },
    height: { default: null },
    loading: { default: null },
  }),

  parseHTML: () => [{ tag: 'img[src]:not([src^="data:"])' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],

  addCommands() {
    return {
      setArticleImage:
        (attributes) =>
        ({ commands, editor }) =>
          editor.isActive(this.name)
            ? commands.updateAttributes(this.name, attributes)
            : commands.insertContent({ type: this.name, attrs: attributes }),
    }
  },
})
