// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/stagepicker.h"

#include "app/models/graphtitle.h"
#include "app/models/labwords.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "engine/base/text.h"
#include "engine/session/session.h"
#include "engine/variants/keptvariant.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>

namespace jitscope {
inline namespace models {

namespace {

struct StagePickerWords {
    Q_DECLARE_TR_FUNCTIONS(StagePicker)
};

constexpr int capturedPass = -2, finalPass = -1;

QComboBox *boxNamed(const QString &name, const QString &label, int characters) {
    auto *box = new QComboBox;
    box->setObjectName(name);
    box->setAccessibleName(label);
    box->setToolTip(label);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(characters);
    return box;
}

VariantSpec ownSpec(const Compilation &compilation) {
    return {jitLevelOf(compilation), {}};
}

/** What tells the variant from others where nobody gave it a name. */
QString describedSpec(const VariantSpec &spec, const Compilation &compilation) {
    QStringList parts;
    if (spec.level != jitLevelOf(compilation))
        parts << (spec.level == JitLevel::O1 ? StagePickerWords::tr("at O1") : StagePickerWords::tr("at O0"));
    for (const Decision &decision : spec.decisions)
        parts << decisionText(decision, compilation.captured);
    return parts.isEmpty() ? StagePickerWords::tr("compiled again") : parts.join(QStringLiteral(", "));
}

} // namespace

const VariantRecord *keptVariantOf(const Session &session, const StageRef &stage) {
    const Compilation *compilation = session.compilation(stage.compilation);
    if (!compilation) return nullptr;
    const auto isIt = [&](const VariantRecord &record) {
        if (record.compilation != stage.compilation || record.name.empty() != !stage.variant) return false;
        return specOf(record) == stage.variant.value_or(ownSpec(*compilation));
    };
    const auto found = std::find_if(session.variants.begin(), session.variants.end(), isIt);
    return found == session.variants.end() ? nullptr : &*found;
}

QString compileTitle(const Session &session, const StageRef &stage) {
    const Compilation *compilation = session.compilation(stage.compilation);
    if (!compilation) return {};
    const QString own = graphTitle(session, *compilation).brief;
    if (!stage.variant) return own;
    const VariantRecord *kept = keptVariantOf(session, stage);
    QString name = kept ? variantName(kept->name) : describedSpec(*stage.variant, *compilation);
    if (kept && stage.variant->level != jitLevelOf(*compilation)) // behind it stands the level of the program's own
        name += stage.variant->level == JitLevel::O1 ? QStringLiteral(" · O1") : QStringLiteral(" · O0");
    return StagePickerWords::tr("%1 of %2").arg(name, own);
}

QString stageTitle(const Compilation *stages, int pass) {
    if (pass == capturedPass) return StagePickerWords::tr("captured");
    if (!stages || pass < 0 || size_t(pass) >= stages->passes.size()) return StagePickerWords::tr("final");
    return QStringLiteral("%1  %2").arg(pass).arg(QString::fromStdString(fullName(stages->passes[size_t(pass)])));
}

StagePicker::StagePicker(const QString &name, const QString &label, QWidget *parent)
    : QWidget(parent)
    , m_compile(boxNamed(name + QStringLiteral("Compile"),
                         label + QStringLiteral(": ") + tr("compiled function or variant"), 14))
    , m_pass(boxNamed(name, label + QStringLiteral(": ") + tr("the graph at this stage"), 14)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_compile, 1);
    row->addWidget(m_pass, 1);
    connect(m_compile, &QComboBox::activated, this, [this](int at) {
        StageRef stage = m_compiles[size_t(at)];
        stage.pass = m_stage.pass == capturedPass ? capturedPass : finalPass;
        Q_EMIT chosen(stage);
    });
    connect(m_pass, &QComboBox::activated, this, [this] {
        StageRef stage = m_stage;
        stage.pass = m_pass->currentData().toInt();
        Q_EMIT chosen(stage);
    });
}

void StagePicker::showStage(const Document &document, const StageRef &stage) {
    m_stage = stage;
    fillCompiles(document);
    fillStages(document);
}

void StagePicker::fillCompiles(const Document &document) {
    const Session &session = document.session();
    m_compiles.clear();
    const auto add = [&](StageRef stage) {
        const auto isIt = [&](const StageRef &known) { return known.isOfSameCompile(stage); };
        if (std::find_if(m_compiles.begin(), m_compiles.end(), isIt) == m_compiles.end())
            m_compiles.push_back(std::move(stage));
    };
    for (const Compilation &compilation : session.compilations) {
        add({compilation.index, {}, finalPass});
        for (const VariantRecord &record : session.variants)
            if (record.compilation == compilation.index && !record.name.empty())
                add({compilation.index, specOf(record), finalPass});
        if (m_stage.compilation == compilation.index) add(m_stage);
    }
    const QSignalBlocker quiet(m_compile);
    m_compile->clear();
    for (const StageRef &each : m_compiles) {
        m_compile->addItem(compileTitle(session, each));
        if (each.isOfSameCompile(m_stage)) m_compile->setCurrentIndex(m_compile->count() - 1);
    }
    m_compile->setToolTip(m_compile->currentText());
}

void StagePicker::fillStages(const Document &document) {
    const std::shared_ptr<const Compilation> stages = document.stagesOf(m_stage);
    const QSignalBlocker quiet(m_pass);
    m_pass->clear();
    m_pass->addItem(stageTitle(nullptr, capturedPass), capturedPass);
    if (stages)
        for (const PassRecord &pass : stages->passes)
            if (pass.changed || pass.index == m_stage.pass)
                m_pass->addItem(stageTitle(stages.get(), pass.index), pass.index);
    m_pass->addItem(stageTitle(nullptr, finalPass), finalPass);
    m_pass->setCurrentIndex(m_pass->findData(m_stage.pass));
}

StageRef StagePicker::neighbour(int step) const {
    StageRef stage = m_stage;
    const int at = std::clamp(m_pass->currentIndex() + step, 0, m_pass->count() - 1);
    stage.pass = m_pass->itemData(at).toInt();
    return stage;
}

int StagePicker::passNamed(const QString &title) const {
    const auto nameOf = [](const QString &text) { return text.section(QStringLiteral("  "), 1); };
    for (int i = 0; i < m_pass->count(); ++i)
        if (m_pass->itemText(i) == title || (!nameOf(title).isEmpty() && nameOf(m_pass->itemText(i)) == nameOf(title)))
            return m_pass->itemData(i).toInt();
    return m_stage.pass;
}

QString StagePicker::stageText() const {
    return m_pass->currentText();
}

namespace {

/** Made in a job; null where it was there already. */
struct MissingStages {
    std::shared_ptr<const Compilation> left, right;
};

std::shared_ptr<const Compilation> compiled(const std::shared_ptr<const Compilation> &own, const StageRef &stage) {
    return std::make_shared<const Compilation>(stagesOf(*own, *stage.variant));
}

} // namespace

void withStages(const PanelContext &context, const StagePair &stages, QObject *receiver, const QString &tag,
                const std::function<void(const ComparedStages &)> &goOn) {
    Document &document = context.document;
    ComparedStages found{stages, document.stagesOf(stages.left), document.stagesOf(stages.right)};
    if (found.left && found.right) {
        context.jobs.cancel(tag);
        return goOn(found);
    }
    const auto ownOf = [&](const StageRef &stage) { return document.stagesOf({stage.compilation, {}, stage.pass}); };
    const auto ownLeft = ownOf(stages.left), ownRight = ownOf(stages.right);
    if (!ownLeft || !ownRight) return;
    context.jobs.run(
        tag, StagePickerWords::tr("Compiling a variant"), receiver,
        [found, ownLeft, ownRight](const CancelFlag &) {
            MissingStages made;
            if (!found.left) made.left = compiled(ownLeft, found.stages.left);
            if (!found.right) made.right = compiled(ownRight, found.stages.right);
            return made;
        },
        [&document, found, goOn](const MissingStages &made) {
            ComparedStages result = found;
            if (made.left) document.keepStages(found.stages.left, result.left = made.left);
            if (made.right) document.keepStages(found.stages.right, result.right = made.right);
            goOn(result);
        });
}

} // namespace models
} // namespace jitscope

#include "moc_stagepicker.cpp"
