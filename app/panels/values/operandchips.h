// SPDX-License-Identifier: GPL-3.0-or-later
// The operands and results of an operator as a row of buttons, and the gradient of what is shown.
#pragma once

#include "engine/session/sessionfwd.h"

#include <QWidget>
#include <unordered_map>
#include <vector>

class QToolButton;

namespace jitscope {
inline namespace valuespanel {

struct Chip {
    QString label; ///< "weight", "in 1", "out", "gradient"
    QString type;  ///< "f32[2,3]"
    int64_t tensor = -1;
    bool operator==(const Chip &) const = default;
};

/** Finds gradients of forward tensors and back, and learns of new links as the recording grows. */
class GradientIndex {
public:
    void clear();
    /** Takes in what is new. */
    void update(const Session &session);
    int64_t gradientOf(int64_t tensor) const; ///< the complete one, or -1
    int64_t forwardOf(int64_t gradient) const;

private:
    size_t m_seen = 0;
    std::unordered_map<int64_t, int64_t> m_gradients, m_forwards;
};

/** For an operator (null for none) with `tensor` in view. */
std::vector<Chip> chipsOf(const Session &session, const std::optional<OpEvent> &op, int64_t tensor,
                          const GradientIndex &gradients);

class OperandChips : public QWidget {
    Q_OBJECT
public:
    explicit OperandChips(QWidget *parent = nullptr);

    void setChips(const std::vector<Chip> &chips, int64_t current);
    const std::vector<Chip> &chips() const { return m_chips; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

Q_SIGNALS:
    void chosen(qint64 tensor);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addButton();
    int arrange(int width, const std::function<void(QToolButton *, const QRect &)> &place) const;

    std::vector<Chip> m_chips;
    std::vector<QToolButton *> m_buttons; ///< kept between operators: making widgets is what costs
};

} // namespace valuespanel
} // namespace jitscope
