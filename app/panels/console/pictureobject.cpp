// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/console/pictureobject.h"

#include "app/panels/console/picturepaint.h"
#include "engine/session/session.h"

#include <QAbstractTextDocumentLayout>
#include <QPlainTextEdit>

namespace jitscope {
inline namespace consolepanel {

namespace {

constexpr int objectType = QTextFormat::UserObject + 1, pictureProperty = QTextFormat::UserProperty + 1;
using PicturePtr = std::shared_ptr<const ConsolePicture>;

} // namespace

PictureObject::PictureObject(QPlainTextEdit &view)
    : QObject(&view)
    , m_view(view) {
    view.document()->documentLayout()->registerHandler(objectType, this);
}

QTextCharFormat PictureObject::format(PicturePtr picture) {
    QTextCharFormat format;
    format.setObjectType(objectType);
    format.setProperty(pictureProperty, QVariant::fromValue(std::move(picture)));
    return format;
}

QSizeF PictureObject::intrinsicSize(QTextDocument *document, int, const QTextFormat &format) {
    const auto picture = format.property(pictureProperty).value<PicturePtr>();
    const double room = m_view.viewport()->width() - 2 * document->documentMargin();
    return picture ? pictureSize(*picture, std::max(40.0, room)) : QSizeF();
}

void PictureObject::drawObject(QPainter *painter, const QRectF &rect, QTextDocument *, int, const QTextFormat &format) {
    if (const auto picture = format.property(pictureProperty).value<PicturePtr>())
        paintPicture(*painter, rect, *picture);
}

} // namespace consolepanel
} // namespace jitscope

#include "moc_pictureobject.cpp"
