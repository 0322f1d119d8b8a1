// SPDX-License-Identifier: GPL-3.0-or-later
// Text in the colour of trouble where there is NaN or an infinity, and the bar of all kinds of elements.
#include "app/tensorview/statisticsline.h"

#include "app/models/healthbar.h"
#include "app/sdk/theme.h"
#include "app/tensorview/numberformat.h"
#include "engine/tensor/tensorsurvey.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace jitscope {
inline namespace tensorview {

namespace {
constexpr int barHeight = 14;
} // namespace

class StatisticsLine::Bar : public QWidget {
public:
    explicit Bar(QWidget *parent)
        : QWidget(parent) {
        setFixedHeight(barHeight);
    }
    void setHealth(const TensorHealth &health) {
        m_health = health;
        setToolTip(healthText(health));
        setAccessibleName(healthText(health));
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override {
        if (m_health.count == 0) return;
        QPainter painter(this);
        paintHealthBar(painter, rect(), m_health);
    }

private:
    TensorHealth m_health;
};

TensorHealth healthOf(const TensorStatistics &found) {
    TensorHealth health;
    health.count = found.count;
    health.negativeInf = found.negativeInf;
    health.negative = found.negative - found.negativeInf;
    health.zero = found.zero;
    health.positive = found.positive - found.positiveInf;
    health.positiveInf = found.positiveInf;
    health.nan = found.nan;
    return health;
}

StatisticsLine::StatisticsLine(QWidget *parent)
    : QWidget(parent)
    , m_label(new QLabel)
    , m_bar(new Bar(this)) {
    m_label->setObjectName(QStringLiteral("tensorStatistics"));
    m_label->setFont(codeFont());
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid / 2);
    column->addWidget(m_label);
    column->addWidget(m_bar);
}

void StatisticsLine::setStatistics(const TensorStatistics &found, DType dtype) {
    m_statistics = found;
    const int64_t inf = found.positiveInf + found.negativeInf;
    const bool isKnown = finiteCount(found) > 0;
    const auto number = [isKnown](double value) { return isKnown ? briefNumber(value) : QStringLiteral("–"); };
    QString text = tr("min %1  mean %2  max %3  σ %4  zero %5  NaN %6 · Inf %7")
                       .arg(number(found.min), number(found.mean), number(found.max), number(found.deviation))
                       .arg(found.zero)
                       .arg(found.nan)
                       .arg(inf);
    if (!isKnown) text = tr("no finite values") + QStringLiteral("  ") + text;
    if (isComplex(dtype)) text = tr("of magnitudes:") + QStringLiteral("  ") + text;
    if (found.count == 0) text = tr("empty, 0 elements");
    m_label->setText(text);
    m_bar->setHealth(healthOf(found));
    colour();
}

void StatisticsLine::setText(const QString &text) {
    m_statistics = {};
    m_label->setText(text);
    m_bar->setHealth({});
    colour();
}

QString StatisticsLine::text() const {
    return m_label->text();
}

void StatisticsLine::colour() {
    const bool isBad = m_statistics.nan + m_statistics.positiveInf + m_statistics.negativeInf > 0;
    QPalette palette = m_label->palette();
    const QColor wanted = isBad ? currentTheme().nan : currentTheme().text2;
    if (palette.color(QPalette::WindowText) == wanted) return;
    palette.setColor(QPalette::WindowText, wanted);
    m_label->setPalette(palette);
}

void StatisticsLine::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange) colour();
    QWidget::changeEvent(event);
}

} // namespace tensorview
} // namespace jitscope

#include "moc_statisticsline.cpp"
