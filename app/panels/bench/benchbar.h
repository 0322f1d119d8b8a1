// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of a matrix: what is measured, which rows, for how long, where else; start, stop, how far it is.
#pragma once

#include "app/benchmarks/benchrun.h"

#include <QStringList>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QMenu;
class QProgressBar;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class ElidedLabel;
class NumberEdit;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace benchpanel {

class BenchBar : public QWidget {
    Q_OBJECT
public:
    explicit BenchBar(QWidget *parent = nullptr);

    /** The functions of the run; the one that the user chose is kept. */
    void setFunctions(const QStringList &names);
    /** Function or expression, rows, seconds and Python as chosen; the error says what is wrong with them. */
    Result<BenchTask> task() const;

    /** While something is measured, the button ends it. */
    enum class Action : uint8_t { Start, Stop };
    void setAction(Action action);
    /** `share` (0..1) of the work is done, now `what`; "" puts the progress away. */
    void setProgress(double share, const QString &what);
    void setExportable(bool isExportable);

Q_SIGNALS:
    void startAsked();
    void stopAsked();
    void copyAsked();
    void csvAsked();
    void htmlAsked();

private:
    QLayout *buildFirstRow();
    QLayout *buildSecondRow();
    QMenu *buildRowMenu();
    QMenu *buildExportMenu();
    bool isExpression() const;

    Action m_action = Action::Start;
    bool m_isChosen = false; ///< the user chose; else the first that was compiled stands there, whenever it comes
    QComboBox *m_functions;
    QLineEdit *m_expression, *m_rows, *m_python;
    NumberEdit *m_seconds;
    QToolButton *m_start, *m_export;
    QProgressBar *m_progress;
    ElidedLabel *m_doing;
};

} // namespace benchpanel
} // namespace jitscope
