// SPDX-License-Identifier: GPL-3.0-or-later
// Over a panel of compiled functions: the one that could not be compiled, why, and the way to the line.
#pragma once

#include "app/models/failedcompile.h"
#include "app/sdk/paneldef.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class ElidedLabel;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

class FailedCompileStrip : public QWidget {
    Q_OBJECT
public:
    /** Hidden while the document has none. */
    explicit FailedCompileStrip(const PanelContext &context, QWidget *parent = nullptr);

    const std::optional<FailedCompile> &failed() const { return m_failed; }
    /** "Net.construct could not be compiled: ValueError: ..."; empty where nothing failed. */
    QString text() const;

Q_SIGNALS:
    /** Another one, or none any more. */
    void changed();

protected:
    void changeEvent(QEvent *event) override;

private:
    void tell();
    void updateIcon();
    void showLine();

    PanelContext m_context;
    std::optional<FailedCompile> m_failed;
    size_t m_problems = 0; ///< of the session, as it was looked at
    QLabel *m_icon;
    ElidedLabel *m_text;
    QToolButton *m_line;
};

} // namespace models
} // namespace jitscope
