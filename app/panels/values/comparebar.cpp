// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of what to compare with, and its outcome in words.
#include "app/panels/values/comparebar.h"

#include "app/sdk/theme.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/pilllabel.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "app/tensorview/numberformat.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace valuespanel {

namespace {

const QString thisSide = QStringLiteral("this"), otherSide = QStringLiteral("other"),
              differenceSide = QStringLiteral("difference");
constexpr int pickWidth = 110;

} // namespace

CompareBar::CompareBar(QWidget *parent)
    : QWidget(parent)
    , m_menu(flatButton(QStringLiteral("compareMenu"), {}, tr("What to compare the shown tensor with")))
    , m_toFirst(
          flatButton(QStringLiteral("toFirstDifference"), tr("First"), tr("Go to the first element that differs")))
    , m_toWorst(flatButton(QStringLiteral("toWorstDifference"), tr("Largest"), tr("Go to the largest difference")))
    , m_pick(new QLineEdit)
    , m_sides(new SegmentedControl(tr("Which side is shown"),
                                   {{thisSide, tr("This"), tr("The tensor itself")},
                                    {otherSide, tr("Other"), tr("What it is compared with")},
                                    {differenceSide, tr("Difference"), tr("This minus the other")}}))
    , m_verdict(new PillLabel)
    , m_details(new QLabel) {
    m_sides->setObjectName(QStringLiteral("compareSides"));
    m_verdict->setObjectName(QStringLiteral("compareVerdict"));
    m_details->setObjectName(QStringLiteral("compareDetails"));
    m_details->setWordWrap(true);
    m_details->setProperty("role", QStringLiteral("secondary"));
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_pick->setObjectName(QStringLiteral("comparePick"));
    m_pick->setPlaceholderText(tr("#118 out 2"));
    m_pick->setAccessibleName(tr("Operator whose tensor to compare with"));
    m_pick->setFixedWidth(pickWidth);
    connect(m_pick, &QLineEdit::returnPressed, this, &CompareBar::takePick);
    connect(m_sides, &SegmentedControl::changed, this, &CompareBar::changed);
    connect(m_toFirst, &QToolButton::clicked, this, [this] { Q_EMIT elementWanted(m_first); });
    connect(m_toWorst, &QToolButton::clicked, this, [this] { Q_EMIT elementWanted(m_worst); });
    buildMenu();

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid / 2);
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid / 2);
    row->addWidget(m_menu);
    row->addWidget(m_pick);
    row->addStretch(1);
    row->addWidget(m_verdict);
    column->addLayout(row);
    column->addWidget(m_sides, 0, Qt::AlignLeft);
    auto *result = new QHBoxLayout;
    result->setSpacing(metrics::grid / 2);
    result->addWidget(m_details, 1);
    result->addWidget(m_toFirst);
    result->addWidget(m_toWorst);
    column->addLayout(result);
    updateTexts();
    setResult({});
}

void CompareBar::buildMenu() {
    auto *menu = new QMenu(this);
    const auto add = [&](const QString &id, const QString &text, CompareKind kind) {
        menu->addAction(text, this, [this, kind] { choose({kind, {}, nullptr}); })->setObjectName(id);
    };
    add(QStringLiteral("compareNothing"), tr("Nothing"), CompareKind::Nothing);
    add(QStringLiteral("comparePrevious"), tr("One step earlier"), CompareKind::Previous);
    add(QStringLiteral("compareMode"), tr("Eager against graph"), CompareKind::OtherMode);
    menu->addAction(tr("Another operator's tensor..."), this,
                    [this] {
                        m_pick->show();
                        m_pick->setFocus();
                    })
        ->setObjectName(QStringLiteral("compareOp"));
    menu->addAction(tr("The same line in another recording..."), this, &CompareBar::fileWanted)
        ->setObjectName(QStringLiteral("compareFile"));
    m_menu->setMenu(menu);
    m_menu->setPopupMode(QToolButton::InstantPopup);
}

void CompareBar::choose(const CompareChoice &choice) {
    m_chosen = choice;
    // A look at the other side of what is no longer compared would show something else under the same name.
    m_sides->setCurrent(thisSide);
    updateTexts();
    Q_EMIT changed();
}

void CompareBar::takePick() {
    const auto pick = parseTensorPick(m_pick->text());
    if (pick) return choose({CompareKind::Pick, *pick, nullptr});
    ShownValue refused;
    refused.compareError = pick.error().message;
    setResult(refused);
}

void CompareBar::setOtherFile(const QString &name, std::shared_ptr<const Session> session) {
    m_fileName = name;
    choose({CompareKind::OtherFile, {}, std::move(session)});
}

void CompareBar::setInPlace(bool isInPlace) {
    if (isInPlace == m_isInPlace) return;
    m_isInPlace = isInPlace;
    if (m_chosen.kind == CompareKind::Nothing) m_sides->setCurrent(thisSide);
    updateTexts();
}

CompareChoice CompareBar::choice() const {
    if (m_chosen.kind != CompareKind::Nothing || !m_isInPlace) return m_chosen;
    return {CompareKind::Before, {}, nullptr};
}

ValueSide CompareBar::side() const {
    if (choice().kind == CompareKind::Nothing || m_sides->current() == thisSide) return ValueSide::This;
    return m_sides->current() == otherSide ? ValueSide::Other : ValueSide::Difference;
}

void CompareBar::updateTexts() {
    const CompareKind kind = choice().kind;
    QString with;
    switch (kind) {
    case CompareKind::Nothing:
        break;
    case CompareKind::Before:
        with = tr("before the write");
        break;
    case CompareKind::Previous:
        with = tr("one step earlier");
        break;
    case CompareKind::Pick:
        with = QStringLiteral("#%1 %2 %3")
                   .arg(m_chosen.pick.op)
                   .arg(m_chosen.pick.isInput ? QStringLiteral("in") : QStringLiteral("out"))
                   .arg(m_chosen.pick.place + 1);
        break;
    case CompareKind::OtherFile:
        with = m_fileName;
        break;
    case CompareKind::OtherMode:
        with = tr("eager against graph");
        break;
    }
    m_menu->setText(with.isEmpty() ? tr("Compare with...") : tr("Compared with: %1").arg(with));
    m_pick->setVisible(kind == CompareKind::Pick);
    m_sides->setVisible(kind != CompareKind::Nothing);
    const bool isWrite = kind == CompareKind::Before;
    m_sides->setSegmentText(thisSide, isWrite ? tr("After") : tr("This"));
    m_sides->setSegmentText(otherSide, isWrite ? tr("Before") : tr("Other"));
}

void CompareBar::setResult(const ShownValue &shown) {
    m_first = shown.comparison ? shown.comparison->first : -1;
    m_worst = shown.comparison ? shown.comparison->worst : -1;
    const bool differs = m_first >= 0;
    m_toFirst->setVisible(differs);
    m_toWorst->setVisible(differs);
    m_verdict->setVisible(shown.comparison.has_value());
    m_details->setVisible(differs || !shown.compareError.empty());
    if (!shown.comparison) {
        m_details->setText(QString::fromStdString(shown.compareError));
        return;
    }
    const TensorComparison &found = *shown.comparison;
    m_verdict->setTone(differs ? Tone::Changed : Tone::Good);
    m_verdict->setText(differs ? tr("max |Δ| %1").arg(briefNumber(found.maxAbsolute)) : tr("= equal"));
    m_verdict->updateGeometry();
    if (!differs) return;
    QString text = tr("relative %1").arg(briefNumber(found.maxRelative));
    if (found.maxUlps) text += QStringLiteral(" · ") + tr("%1 ULP").arg(briefNumber(*found.maxUlps));
    text += QStringLiteral(" · ") + tr("%1 of %2 differ").arg(found.different).arg(found.count);
    if (shown.tensor.defined())
        text += QStringLiteral(" · ") + tr("first at %1").arg(indexText(shown.tensor.shape(), found.first));
    m_details->setText(text);
}

QString CompareBar::text() const {
    if (choice().kind == CompareKind::Nothing) return {};
    QStringList parts{m_menu->text()};
    if (!m_verdict->isHidden()) parts += m_verdict->text();
    if (!m_details->isHidden()) parts += m_details->text();
    return parts.join(QStringLiteral(": "));
}

} // namespace valuespanel
} // namespace jitscope

#include "moc_comparebar.cpp"
