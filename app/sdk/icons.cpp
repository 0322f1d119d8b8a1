// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/icons.h"

#include "app/sdk/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

/** Outside of any namespace, because the macro declares a global function. */
static void initIconResources() {
    Q_INIT_RESOURCE(icons);
}

namespace jitscope {
inline namespace sdk {

namespace {

QByteArray svgOf(const QString &name, const QColor &colour) {
    static const bool ready = [] {
        ::initIconResources();
        return true;
    }();
    Q_UNUSED(ready)
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool opened = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(opened, "themedIcon", qPrintable(name));
    return opened ? file.readAll().replace("currentColor", colour.name().toLatin1()) : QByteArray();
}

QColor colourOf(IconRole role) {
    const Theme &theme = currentTheme();
    switch (role) {
    case IconRole::Text:
        return theme.text;
    case IconRole::Secondary:
        return theme.text2;
    case IconRole::OnAccent:
        return theme.onAccent;
    case IconRole::Accent:
        return theme.accent;
    }
    return theme.text2;
}

void paintIcon(QPainter &painter, const QString &name, const QColor &colour, const QRectF &rect) {
    QSvgRenderer renderer(svgOf(name, colour));
    renderer.render(&painter, rect);
}

/** Reads the theme whenever it paints, so no icon has to be set again when the theme changes. */
class ThemedEngine : public QIconEngine {
public:
    ThemedEngine(QString name, IconRole role)
        : m_name(std::move(name))
        , m_role(role) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override {
        const QColor colour = colourOf(m_role);
        paintIcon(*painter, m_name, mode == QIcon::Disabled ? blend(colour, currentTheme().panel, 0.45) : colour,
                  QRectF(rect));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    QIconEngine *clone() const override { return new ThemedEngine(m_name, m_role); }
    bool isNull() override { return false; }

private:
    QString m_name;
    IconRole m_role;
};

} // namespace

QIcon themedIcon(const QString &name, IconRole role) {
    return QIcon(new ThemedEngine(name, role));
}

QPixmap iconPixmap(const QString &name, int size, const QColor &colour, qreal devicePixelRatio) {
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, name, colour, QRectF(0, 0, size, size));
    return pixmap;
}

} // namespace sdk
} // namespace jitscope
