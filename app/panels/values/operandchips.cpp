// SPDX-License-Identifier: GPL-3.0-or-later
// Buttons that wrap into lines; Left and Right walk along them.
#include "app/panels/values/operandchips.h"

#include "app/sdk/theme.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QToolButton>
#include <algorithm>
#include <functional>

namespace jitscope {
inline namespace valuespanel {

namespace {

constexpr int gap = metrics::grid / 2;
constexpr int chipHeight = 24;
constexpr size_t mostChips = 40; ///< an operator with more (a fused optimizer) ends in "and N more"

QString labelOf(const TensorRecord &tensor, const QString &place) {
    return tensor.name.empty() ? place : QString::fromStdString(tensor.name);
}

} // namespace

void GradientIndex::clear() {
    *this = {};
}

void GradientIndex::update(const Session &session) {
    for (; m_seen < session.gradients.size(); ++m_seen) {
        const GradientLink &link = session.gradients[m_seen];
        m_gradients[link.tensor] = link.gradient;
        m_forwards[link.gradient] = link.tensor;
    }
}

int64_t GradientIndex::gradientOf(int64_t tensor) const {
    const auto found = m_gradients.find(tensor);
    return found == m_gradients.end() ? -1 : found->second;
}

int64_t GradientIndex::forwardOf(int64_t gradient) const {
    const auto found = m_forwards.find(gradient);
    return found == m_forwards.end() ? -1 : found->second;
}

std::vector<Chip> chipsOf(const Session &session, const std::optional<OpEvent> &op, int64_t tensor,
                          const GradientIndex &gradients) {
    std::vector<Chip> chips;
    const auto add = [&](int64_t id, const QString &place, bool isNamed) {
        const auto record = session.tensor(id);
        if (!record || chips.size() >= mostChips) return;
        chips.push_back({isNamed ? labelOf(*record, place) : place,
                         QString::fromStdString(brief(record->dtype, record->shape)), id});
    };
    if (op) {
        for (size_t i = 0; i < op->inputs.size(); ++i)
            add(op->inputs[i], OperandChips::tr("in %1").arg(i + 1), true);
        for (size_t i = 0; i < op->outputs.size(); ++i)
            add(op->outputs[i],
                op->outputs.size() == 1 ? OperandChips::tr("out") : OperandChips::tr("out %1").arg(i + 1), false);
    }
    const bool isThere = std::any_of(chips.begin(), chips.end(), [&](const Chip &c) { return c.tensor == tensor; });
    if (!isThere) add(tensor, OperandChips::tr("this"), true);
    if (const int64_t gradient = gradients.gradientOf(tensor); gradient >= 0)
        add(gradient, OperandChips::tr("gradient"), false);
    if (const int64_t forward = gradients.forwardOf(tensor); forward >= 0)
        add(forward, OperandChips::tr("gradient of"), false);
    return chips;
}

OperandChips::OperandChips(QWidget *parent)
    : QWidget(parent) {
    setAccessibleName(tr("Operands and results"));
    // Not Fixed: what the layout remembers of sizeHint() is of the width of before, and would cut lines off.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void OperandChips::addButton() {
    const size_t i = m_buttons.size();
    auto *button = new QToolButton(this);
    button->setObjectName(QStringLiteral("chip%1").arg(i));
    button->setProperty("role", QStringLiteral("flat"));
    button->setCheckable(true);
    button->setProperty("ofContent", true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->installEventFilter(this);
    connect(button, &QToolButton::clicked, this, [this, i, button] {
        button->setChecked(true);
        Q_EMIT chosen(m_chips[i].tensor);
    });
    m_buttons.push_back(button);
}

void OperandChips::setChips(const std::vector<Chip> &chips, int64_t current) {
    const bool isNew = !(chips == m_chips);
    m_chips = chips;
    while (m_buttons.size() < chips.size())
        addButton();
    for (size_t i = 0; i < m_buttons.size(); ++i) {
        QToolButton *button = m_buttons[i];
        if (i >= chips.size()) {
            button->hide();
            continue;
        }
        button->setChecked(chips[i].tensor == current);
        if (!isNew) continue;
        button->setText(chips[i].label + QStringLiteral("  ") + chips[i].type);
        button->setToolTip(tr("Show the values of this tensor"));
        button->show();
    }
    if (!isNew) return;
    updateGeometry();
    arrange(width(), [](QToolButton *button, const QRect &room) { button->setGeometry(room); });
}

/** The height that the chips take in `width`; `place` is told where each one goes. */
int OperandChips::arrange(int width, const std::function<void(QToolButton *, const QRect &)> &place) const {
    int x = 0, y = 0;
    for (size_t i = 0; i < m_chips.size(); ++i) {
        const int wide = std::min(m_buttons[i]->sizeHint().width(), std::max(width, 1));
        if (x > 0 && x + wide > width) {
            x = 0;
            y += chipHeight + gap / 2;
        }
        place(m_buttons[i], QRect(x, y, wide, chipHeight));
        x += wide + gap;
    }
    return m_chips.empty() ? 0 : y + chipHeight;
}

int OperandChips::heightForWidth(int width) const {
    return arrange(width, [](QToolButton *, const QRect &) {});
}

QSize OperandChips::sizeHint() const {
    return {200, heightForWidth(std::max(width(), 200))};
}

void OperandChips::resizeEvent(QResizeEvent *) {
    arrange(width(), [](QToolButton *button, const QRect &room) { button->setGeometry(room); });
}

bool OperandChips::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if ((key->key() != Qt::Key_Left && key->key() != Qt::Key_Right) || key->modifiers() != Qt::NoModifier)
        return QWidget::eventFilter(watched, event);
    const auto at = std::find(m_buttons.begin(), m_buttons.end(), watched) - m_buttons.begin();
    const auto next = at + (key->key() == Qt::Key_Right ? 1 : -1);
    if (next >= 0 && size_t(next) < m_chips.size()) {
        m_buttons[size_t(next)]->setFocus(Qt::TabFocusReason);
        m_buttons[size_t(next)]->click();
    }
    return true;
}

} // namespace valuespanel
} // namespace jitscope

#include "moc_operandchips.cpp"
