// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as a character of a text.
#pragma once

#include "engine/stepping/consolepicture.h"

#include <QTextCharFormat>
#include <QTextObjectInterface>

#include <memory>

class QPlainTextEdit;

namespace jitscope {
inline namespace consolepanel {

class PictureObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    /** Makes the pictures of `view`'s document painted. */
    explicit PictureObject(QPlainTextEdit &view);

    /** For QChar::ObjectReplacementCharacter. */
    static QTextCharFormat format(std::shared_ptr<const ConsolePicture> picture);

    QSizeF intrinsicSize(QTextDocument *document, int position, const QTextFormat &format) override;
    void drawObject(QPainter *painter, const QRectF &rect, QTextDocument *document, int position,
                    const QTextFormat &format) override;

private:
    QPlainTextEdit &m_view;
};

} // namespace consolepanel
} // namespace jitscope
