// SPDX-License-Identifier: GPL-3.0-or-later
// Qt guesses for each label whether its text is HTML. One filter for all of them, as a tool tip is a label too and each
// place that shows one would have to be found otherwise, in plugins as well.
#include "app/sdk/plaintext.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPointer>
#include <QStringList>

namespace jitscope {
inline namespace sdk {

namespace {

/** A label is polished before it is measured or painted for the first time. */
class PlainLabels : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject *watched, QEvent *event) override {
        if (event->type() != QEvent::Polish) return false;
        auto *label = qobject_cast<QLabel *>(watched);
        if (label && label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
        return false;
    }
};

} // namespace

void showPlainTexts() {
    static QPointer<PlainLabels> filter;
    if (filter) return;
    filter = new PlainLabels(qApp);
    qApp->installEventFilter(filter);
}

QString brokenLines(const QString &text, qsizetype columns) {
    QStringList lines;
    for (const QString &line : text.split(QLatin1Char('\n'))) {
        QString rest = line;
        while (rest.size() > columns) {
            const qsizetype space = rest.lastIndexOf(QLatin1Char(' '), columns);
            const qsizetype end = space > 0 ? space : columns; // one long word is cut
            lines.append(rest.left(end));
            rest = rest.mid(space > 0 ? end + 1 : end);
        }
        lines.append(rest);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace sdk
} // namespace jitscope
