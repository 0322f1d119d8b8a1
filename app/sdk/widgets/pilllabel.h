// SPDX-License-Identifier: GPL-3.0-or-later
// A short text on a rounded ground: counts, "+ 4", "simulated".
#pragma once

#include <QLabel>

namespace jitscope {
inline namespace sdk {

enum class Tone : uint8_t { Neutral, Accent, Added, Removed, Changed, Fused, Good, Warning, Error };

class PillLabel : public QLabel {
    Q_OBJECT
public:
    explicit PillLabel(const QString &text = {}, Tone tone = Tone::Neutral, QWidget *parent = nullptr);
    void setTone(Tone tone);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Tone m_tone;
};

} // namespace sdk
} // namespace jitscope
