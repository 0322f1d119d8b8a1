// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing one stage of any compiled function or variant of the session; what two chosen ones need before they are
// compared.
#pragma once

#include "app/sdk/stagepair.h"
#include "engine/session/sessionfwd.h"

#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

class QComboBox;

namespace jitscope {
inline namespace sdk {
class Document;
struct PanelContext;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** "run · O1 · ast", "Variant 2 of run · O1 · ast". */
QString compileTitle(const Session &session, const StageRef &stage);
/** "captured", "12  opt_a.cse", "final". */
QString stageTitle(const Compilation *stages, int pass);
/** What is kept of a variant, or of the program's own way beside its variants; null for nothing. */
const VariantRecord *keptVariantOf(const Session &session, const StageRef &stage);

class StagePicker : public QWidget {
    Q_OBJECT
public:
    /** The box of stages is called `name`, the one of compiles `name` and "Compile". */
    StagePicker(const QString &name, const QString &label, QWidget *parent = nullptr);

    /** Fills in the choices of now and makes `stage` the chosen one. */
    void showStage(const Document &document, const StageRef &stage);
    const StageRef &stage() const { return m_stage; }
    /** The stage that stands in front of (-1) or behind (+1) the chosen one in the list; the chosen one at its end. */
    StageRef neighbour(int step) const;
    /** Of the stages that are listed the one with the full name of that pass, else the last. */
    int passNamed(const QString &title) const;
    QString stageText() const;

Q_SIGNALS:
    void chosen(const jitscope::StageRef &stage);

private:
    void fillCompiles(const Document &document);
    void fillStages(const Document &document);

    StageRef m_stage;
    std::vector<StageRef> m_compiles;
    QComboBox *m_compile, *m_pass;
};

/** Both compiles with all their stages. */
struct ComparedStages {
    StagePair stages;
    std::shared_ptr<const Compilation> left, right;
};

/** Compiles what is not compiled, in a job of that tag, and then goes on; at once where all is there. Does nothing for
    what the session does not have. */
void withStages(const PanelContext &context, const StagePair &stages, QObject *receiver, const QString &tag,
                const std::function<void(const ComparedStages &)> &goOn);

} // namespace models
} // namespace jitscope
