// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/tuningoverview.h"

#include "app/panels/kerneldetails/factgrid.h"
#include "app/panels/kerneldetails/figures.h"
#include "app/panels/kerneldetails/sharebars.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/headerlabel.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {

QLabel *sentenceLabel(const QString &name) {
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QLabel *missingLabel() {
    QLabel *label = sentenceLabel({});
    label->setProperty("role", QStringLiteral("hint"));
    return label;
}

QString partName(const CoreLoad &core) {
    return TuningOverview::tr("core %1 · %2").arg(countText(core.core), QString::fromStdString(core.part));
}

} // namespace

TuningOverview::TuningOverview(QWidget *parent)
    : QScrollArea(parent) {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, metrics::grid, 0);
    column->setSpacing(metrics::grid);
    m_facts = new FactGrid;
    column->addWidget(m_facts);
    m_advice = sentenceLabel(QStringLiteral("kernelAdvice"));
    column->addWidget(m_advice);
    const auto section = [&](const QString &title, const QString &meaning, QWidget *widget, QLabel *missing) {
        auto *head = new HeaderLabel(title);
        head->setToolTip(meaning);
        column->addWidget(head);
        column->addWidget(widget);
        column->addWidget(missing);
    };
    m_coreSentence = sentenceLabel(QStringLiteral("coreSentence"));
    m_coreMissing = missingLabel();
    m_cores = new ShareBars(tr("Occupancy of the cores"));
    m_cores->setObjectName(QStringLiteral("coreBars"));
    section(tr("Cores"), tr("Cycles that each part of a core spent on the kernel; the longest bar is the slowest part"),
            m_cores, m_coreMissing);
    column->addWidget(m_coreSentence);
    m_loadMissing = missingLabel();
    m_loads = new ShareBars(tr("Load of units and pipes"));
    m_loads->setObjectName(QStringLiteral("loadBars"));
    section(
        tr("Units and pipes"),
        tr("Share of a part's cycles in which the unit or pipe was busy; they work at the same time, so the shares do "
           "not add up to 100 %"),
        m_loads, m_loadMissing);
    m_cacheMissing = missingLabel();
    m_caches = new ShareBars(tr("Hit rates of the caches"));
    m_caches->setObjectName(QStringLiteral("cacheBars"));
    section(tr("Caches"), tr("Hits / (hits + misses)"), m_caches, m_cacheMissing);
    column->addStretch(1);
    setWidget(page);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    page->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
}

void TuningOverview::showKernel(const Profile &profile, const KernelProfile &kernel) {
    std::vector<KernelFact> facts = {
        {tr("Kernel"), textOf(kernel.name.empty() ? profile.label : kernel.name), tr("Name of the kernel")},
        {tr("Cores"), textOf(kernel.type), tr("The kind of cores it runs on: cube, vector, or a mix of both")},
        {tr("Duration"), timeText(kernel.durationNs), tr("From begin to end on the device, scheduling included")},
        {tr("Blocks"),
         kernel.mixBlocks > 0 ? tr("%1 + %2").arg(countText(kernel.blocks), countText(kernel.mixBlocks))
                              : countText(kernel.blocks),
         tr("Blocks, one a core until all cores are taken; with a second figure for the other kind of core")},
        {tr("Device"),
         kernel.device == missingInteger ? textOf(kernel.soc)
                                         : tr("%1 · device %2").arg(textOf(kernel.soc), countText(kernel.device)),
         tr("Chip and device id")},
    };
    if (std::isfinite(kernel.currentMHz))
        facts.push_back({tr("Clock"),
                         tr("%1 of %2 MHz").arg(numberText(kernel.currentMHz), numberText(kernel.ratedMHz)),
                         tr("Clock while it ran, and the clock that the cores are made for")});
    facts.push_back({tr("Read from"), textOf(profile.info.contains("source") ? profile.info.at("source") : ""),
                     QString::fromStdString(profile.folder)});
    m_facts->setFacts(std::move(facts));
    QStringList remarks;
    for (const auto &[subject, remark] : kernel.advice)
        remarks.append(QStringLiteral("• ") + QString::fromStdString(remark));
    m_advice->setText(
        remarks.isEmpty() ? QString() : tr("msprof op remarks:") + QLatin1Char('\n') + remarks.join(QLatin1Char('\n')));
    m_advice->setVisible(!remarks.isEmpty());
    showCores(kernel);
    showLoads(kernel);
    showCaches(kernel);
}

void TuningOverview::showCores(const KernelProfile &kernel) {
    const auto spreads = coreSpreads(kernel);
    double most = 0;
    std::set<size_t> slowest;
    QStringList sentences;
    for (const CoreSpread &spread : spreads) {
        most = std::max(most, spread.most);
        if (spread.parts < 2) continue;
        slowest.insert(spread.slowest);
        sentences.append(
            tr("%1 parts: %2 takes %3 longer than the mean of %4.")
                .arg(QString::fromStdString(spread.kind), partName(kernel.cores[spread.slowest]),
                     percentFigure(100 * spread.excess()),
                     spread.areCycles ? tr("%1 cycles").arg(numberText(spread.mean)) : timeText(int64_t(spread.mean))));
    }
    m_coreSentence->setText(sentences.join(QLatin1Char('\n')));
    m_coreSentence->setVisible(!sentences.isEmpty());
    std::vector<ShareBar> bars;
    for (size_t i = 0; i < kernel.cores.size(); ++i) {
        const CoreLoad &core = kernel.cores[i];
        const bool isCycles = core.cycles != missingInteger;
        const double figure = isCycles                            ? double(core.cycles)
                              : core.durationNs == missingInteger ? 0
                                                                  : double(core.durationNs);
        QStringList figures;
        if (isCycles) figures.append(tr("%1 cycles").arg(countText(core.cycles)));
        if (core.durationNs != missingInteger) figures.append(timeText(core.durationNs));
        QString tip = tr("%1: busy with the kernel for %2").arg(partName(core), figures.join(QStringLiteral(", ")));
        if (core.bytes != missingInteger) tip += tr("; moved %1").arg(bytesText(core.bytes));
        if (std::isfinite(core.l2HitRate))
            tip += tr("; %1 of its accesses to the L2 cache hit").arg(percentFigure(core.l2HitRate));
        bars.push_back({partName(core), most > 0 ? figure / most : 0, figures.join(QStringLiteral(" · ")), tip,
                        slowest.contains(i) ? tr("slowest") : QString(),
                        slowest.contains(i) ? Tone::Warning : Tone::Accent});
    }
    m_coreMissing->setText(
        tr("No cycles of the cores: PipeUtilization.csv and the core load of visualize_data.bin are missing."));
    m_coreMissing->setVisible(bars.empty());
    m_cores->setVisible(!bars.empty());
    m_cores->setBars(std::move(bars));
}

void TuningOverview::showLoads(const KernelProfile &kernel) {
    std::vector<ShareBar> bars;
    for (const UnitLoad &load : kernel.loads) {
        if (load.unit != "%" || !(load.value > 0)) continue; // what never ran says nothing
        const QString name = tr("core %1 · %2 · %3")
                                 .arg(load.core)
                                 .arg(QString::fromStdString(load.part), QString::fromStdString(load.name));
        QString figure = percentFigure(load.value);
        if (std::isfinite(load.cycles)) figure += QStringLiteral(" · ") + tr("%1 cycles").arg(numberText(load.cycles));
        bars.push_back(
            {name,
             load.value / 100,
             figure,
             tr("%1: %2 of the cycles that this part spent on the kernel").arg(name, percentFigure(load.value)),
             {},
             load.value >= 80 ? Tone::Good : Tone::Accent});
    }
    m_loadMissing->setText(
        tr("No shares of units: PipeUtilization.csv, ArithmeticUtilization.csv and the compute load of "
           "visualize_data.bin are missing."));
    m_loadMissing->setVisible(bars.empty());
    m_loads->setVisible(!bars.empty());
    m_loads->setBars(std::move(bars));
}

void TuningOverview::showCaches(const KernelProfile &kernel) {
    std::vector<ShareBar> bars;
    for (const CacheLoad &cache : kernel.caches) {
        if (!std::isfinite(cache.hitRate)) continue;
        const QString name = tr("core %1 · %2").arg(cache.core).arg(QString::fromStdString(cache.cache));
        QString figure = percentFigure(cache.hitRate);
        if (cache.hit != missingInteger && cache.miss != missingInteger)
            figure += QStringLiteral(" · ") + tr("%1 hits, %2 misses").arg(countText(cache.hit), countText(cache.miss));
        bars.push_back({name,
                        cache.hitRate / 100,
                        figure,
                        tr("%1: %2 of the accesses hit").arg(name, percentFigure(cache.hitRate)),
                        {},
                        cache.hitRate < 50 ? Tone::Warning : Tone::Accent});
    }
    m_cacheMissing->setText(tr("No cache hits: L2Cache.csv and the memory blocks of visualize_data.bin are missing."));
    m_cacheMissing->setVisible(bars.empty());
    m_caches->setVisible(!bars.empty());
    m_caches->setBars(std::move(bars));
}

QString TuningOverview::asText() const {
    return QStringList{m_facts->asText(), m_advice->text(),       tr("Cores"),
                       m_cores->asText(), m_coreSentence->text(), tr("Units and pipes"),
                       m_loads->asText(), tr("Caches"),           m_caches->asText()}
        .join(QLatin1Char('\n'));
}

} // namespace kerneldetailspanel
} // namespace jitscope

#include "moc_tuningoverview.cpp"
