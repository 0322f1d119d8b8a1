<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>LabWords</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n kernel</numerusform>
            <numerusform>%n kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NodeMenu</name>
    <message numerus="yes">
        <source>%n node(s) chosen</source>
        <translation>
            <numerusform>%n node chosen</numerusform>
            <numerusform>%n nodes chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Passes</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n kernel</numerusform>
            <numerusform>%n kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln operator</numerusform>
            <numerusform>%Ln operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln compilation(s)</source>
        <translation>
            <numerusform>%Ln compilation</numerusform>
            <numerusform>%Ln compilations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message numerus="yes">
        <source>%n lanes merged</source>
        <translation>
            <numerusform>%n lane merged</numerusform>
            <numerusform>%n lanes merged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::advicepanel::AdvicePanel</name>
    <message numerus="yes">
        <source>%1: of %2, %3 free (%4), %5; %n gap(s).</source>
        <translation>
            <numerusform>%1: of %2, %3 free (%4), %5; %n gap.</numerusform>
            <numerusform>%1: of %2, %3 free (%4), %5; %n gaps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) found nothing.</source>
        <translation>
            <numerusform>%n check found nothing.</numerusform>
            <numerusform>%n checks found nothing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rows: %n of table %1.</source>
        <translation>
            <numerusform>%n row of table %1.</numerusform>
            <numerusform>%n rows of table %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::communicationpanel::CommunicationPanel</name>
    <message numerus="yes">
        <source>%n group(s) left out, of which not all ranks are open: choose one to see it.</source>
        <translation>
            <numerusform>%n group left out, of which not all ranks are open: choose it to see it.</numerusform>
            <numerusform>%n groups left out, of which not all ranks are open: choose one to see it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::consolepanel::ConsoleView</name>
    <message numerus="yes">
        <source>[%n line(s) not shown here]</source>
        <translation>
            <numerusform>[%n line not shown here]</numerusform>
            <numerusform>[%n lines not shown here]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>[%n earlier line(s) not kept here]</source>
        <translation>
            <numerusform>[%n earlier line not kept here]</numerusform>
            <numerusform>[%n earlier lines not kept here]</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::editorpanel::EditorPanel</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renamed in %n place(s)</source>
        <translation>
            <numerusform>Renamed in %n place</numerusform>
            <numerusform>Renamed in %n places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replaced</source>
        <translation>
            <numerusform>%n replaced</numerusform>
            <numerusform>%n replaced</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::eventspanel::EventModel</name>
    <message numerus="yes">
        <source>%n operator(s), to #%1</source>
        <translation>
            <numerusform>%n operator, to #%1</numerusform>
            <numerusform>%n operators, to #%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::eventspanel::EventsPanel</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::editorpanel::FindBar</name>
    <message numerus="yes">
        <source>%n match(es)</source>
        <translation>
            <numerusform>%n match</numerusform>
            <numerusform>%n matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::HealthBar</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::inspectorpanel::InspectorPanel</name>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation>
            <numerusform>%n member</numerusform>
            <numerusform>%n members</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::locksteppanel::LockstepPanel</name>
    <message numerus="yes">
        <source>%n value(s) compared</source>
        <translation>
            <numerusform>%n value compared</numerusform>
            <numerusform>%n values compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n above the tolerance</source>
        <translation>
            <numerusform>%n above the tolerance</numerusform>
            <numerusform>%n above the tolerance</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::shell::MainWindow</name>
    <message numerus="yes">
        <source>Opening %n file(s)</source>
        <translation>
            <numerusform>Opening %n file</numerusform>
            <numerusform>Opening %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened; some of it could not be shown as it is written (%n kind(s)).</source>
        <translation>
            <numerusform>Opened; some of it could not be shown as it is written (%n kind).</numerusform>
            <numerusform>Opened; some of it could not be shown as it is written (%n kinds).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Opened, with %n note(s).</source>
        <translation>
            <numerusform>Opened, with %n note.</numerusform>
            <numerusform>Opened, with %n notes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::memorypanel::MemoryPanel</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::tensorview::RangeHistogram</name>
    <message numerus="yes">
        <source>%1 to %2: %n value(s)</source>
        <translation>
            <numerusform>%1 to %2: %n value</numerusform>
            <numerusform>%1 to %2: %n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::shell::RunKeeper</name>
    <message numerus="yes">
        <source>%n run(s) left the list: the files are gone.</source>
        <translation>
            <numerusform>%n run left the list: the file is gone.</numerusform>
            <numerusform>%n runs left the list: the files are gone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older run(s) gave way to newer ones.</source>
        <translation>
            <numerusform>%n older run gave way to newer ones.</numerusform>
            <numerusform>%n older runs gave way to newer ones.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::runspanel::RunsPanel</name>
    <message numerus="yes">
        <source>%n run(s), %1 of</source>
        <translation>
            <numerusform>%n run, %1 of</numerusform>
            <numerusform>%n runs, %1 of</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %n run(s) has “%1” in it.</source>
        <translation>
            <numerusform>None of %n run has “%1” in it.</numerusform>
            <numerusform>None of the %n runs has “%1” in it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::slicelistpanel::SliceListPanel</name>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cut by the edges</source>
        <translation>
            <numerusform>%n cut by the edges</numerusform>
            <numerusform>%n cut by the edges</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::statisticspanel::StatisticsPanel</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::shell::StatusLine</name>
    <message numerus="yes">
        <source>%Ln operator(s)</source>
        <translation>
            <numerusform>%Ln operator</numerusform>
            <numerusform>%Ln operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln graph(s)</source>
        <translation>
            <numerusform>%Ln graph</numerusform>
            <numerusform>%Ln graphs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln kernel(s)</source>
        <translation>
            <numerusform>%Ln kernel</numerusform>
            <numerusform>%Ln kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln slice(s)</source>
        <translation>
            <numerusform>%Ln slice</numerusform>
            <numerusform>%Ln slices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n process(es)</source>
        <translation>
            <numerusform>%n process</numerusform>
            <numerusform>%n processes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Processes that the program began: %n run(s)</source>
        <translation>
            <numerusform>Processes that the program began: %n runs</numerusform>
            <numerusform>Processes that the program began: %n run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::shell::Stepping</name>
    <message numerus="yes">
        <source>%n operator(s) could not be looked at: their values were not recorded.</source>
        <translation>
            <numerusform>%n operator could not be looked at: its values were not recorded.</numerusform>
            <numerusform>%n operators could not be looked at: their values were not recorded.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::timelinepanel::TimelineMenus</name>
    <message numerus="yes">
        <source>%n end before they begin</source>
        <translation>
            <numerusform>%n ends before it begins</numerusform>
            <numerusform>%n end before they begin</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hidden: show all</source>
        <translation>
            <numerusform>%n hidden: show it</numerusform>
            <numerusform>%n hidden: show all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::timelinepanel::TimelinePanel</name>
    <message numerus="yes">
        <source>%n slice(s) lie far away in time; the view shows the rest, %1 of %2.</source>
        <translation>
            <numerusform>%n slice lies far away in time; the view shows the rest, %1 of %2.</numerusform>
            <numerusform>%n slices lie far away in time; the view shows the rest, %1 of %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>marked %1 · %n slice(s) · union %2</source>
        <translation>
            <numerusform>marked %1 · %n slice · union %2</numerusform>
            <numerusform>marked %1 · %n slices · union %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::timeline::TimelineView</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::timingspanel::TimingsPanel</name>
    <message numerus="yes">
        <source>%Ln call(s)</source>
        <translation>
            <numerusform>%Ln call</numerusform>
            <numerusform>%Ln calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %n row(s) has “%1” in it.</source>
        <translation>
            <numerusform>None of %n row has “%1” in it.</numerusform>
            <numerusform>None of the %n rows has “%1” in it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed</source>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In view: %L1 of %Ln call(s) · %2 of %3</source>
        <translation>
            <numerusform>In view: %L1 of %Ln call · %2 of %3</numerusform>
            <numerusform>In view: %L1 of %Ln calls · %2 of %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::kerneldetailspanel::TuningView</name>
    <message numerus="yes">
        <source>%n more path(s) stand in the table.</source>
        <translation>
            <numerusform>%n more path stands in the table.</numerusform>
            <numerusform>%n more paths stand in the table.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeAway</name>
    <message numerus="yes">
        <source>All that leads to it (%n call(s))…</source>
        <translation>
            <numerusform>All that leads to it (%n call)…</numerusform>
            <numerusform>All that leads to it (%n calls)…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::culpritpanel::CulpritPanel</name>
    <message numerus="yes">
        <source>%n graph(s) were run</source>
        <translation>
            <numerusform>%n graph was run</numerusform>
            <numerusform>%n graphs were run</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Journey</name>
    <message numerus="yes">
        <source>%n stage(s) unchanged</source>
        <translation>
            <numerusform>%n stage unchanged</numerusform>
            <numerusform>%n stages unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::kernelpanel::KernelPanel</name>
    <message numerus="yes">
        <source>%n launch(es), %1. </source>
        <translation>
            <numerusform>%n launch, %1. </numerusform>
            <numerusform>%n launches, %1. </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n launch(es)</source>
        <translation>
            <numerusform>%n launch</numerusform>
            <numerusform>%n launches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::stagespanel::DecisionsPage</name>
    <message numerus="yes">
        <source>%n decision(s) lead from left to right. Measure compiles and times a variant for each, and shares the whole difference out over them.</source>
        <translation>
            <numerusform>%n decision leads from left to right. Measure compiles and times a variant for it.</numerusform>
            <numerusform>%n decisions lead from left to right. Measure compiles and times a variant for each, and shares the whole difference out over them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::compilepanel::CompilePanel</name>
    <message numerus="yes">
        <source>%n compilation(s)</source>
        <translation>
            <numerusform>%n compilation</numerusform>
            <numerusform>%n compilations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stretch(es)</source>
        <translation>
            <numerusform>%n stretch</numerusform>
            <numerusform>%n stretches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::benchpanel::BenchPanel</name>
    <message numerus="yes">
        <source>%n sample(s) of %1 calls each</source>
        <translation>
            <numerusform>%n sample of %1 calls</numerusform>
            <numerusform>%n samples of %1 calls each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n outlier</numerusform>
            <numerusform>%n outliers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>without %n row(s) of GE, the backend of Ascend: the script runs on %1</source>
        <translation>
            <numerusform>without %n row of GE, the backend of Ascend: the script runs on %1</numerusform>
            <numerusform>without %n rows of GE, the backend of Ascend: the script runs on %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::flamepanel::FlamePanel</name>
    <message numerus="yes">
        <source>%n frame(s), %1 %</source>
        <translation>
            <numerusform>%n frame, %1 %</numerusform>
            <numerusform>%n frames, %1 %</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) only in the baseline, %1</source>
        <translation>
            <numerusform>%n frame only in the baseline, %1</numerusform>
            <numerusform>%n frames only in the baseline, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::flamepanel::FlameView</name>
    <message numerus="yes">
        <source>%1: %2 (%3), self %4, %n call(s)</source>
        <translation>
            <numerusform>%1: %2 (%3), self %4, %n call</numerusform>
            <numerusform>%1: %2 (%3), self %4, %n calls</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 (%3), self %4, %n slice(s)</source>
        <translation>
            <numerusform>%1: %2 (%3), self %4, %n slice</numerusform>
            <numerusform>%1: %2 (%3), self %4, %n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::timingspanel::InstanceChart</name>
    <message numerus="yes">
        <source>%n call(s) of %1 to %2</source>
        <translation>
            <numerusform>%n call of %1 to %2</numerusform>
            <numerusform>%n calls of %1 to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) at %1 to %2</source>
        <translation>
            <numerusform>%n call at %1 to %2</numerusform>
            <numerusform>%n calls at %1 to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::timingspanel::RooflinePage</name>
    <message numerus="yes">
        <source>%n row(s) are not drawn: they only move data, or their work is not known.</source>
        <translation>
            <numerusform>%n row is not drawn: it only moves data, or its work is not known.</numerusform>
            <numerusform>%n rows are not drawn: they only move data, or their work is not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::graphview::PassCompare</name>
    <message numerus="yes">
        <source>%n constant(s) merged</source>
        <translation>
            <numerusform>%n constant merged</numerusform>
            <numerusform>%n constants merged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::runadvicepanel::RunAdvicePanel</name>
    <message numerus="yes">
        <source>%n call(s), %1 together</source>
        <translation>
            <numerusform>%n call, %1 together</numerusform>
            <numerusform>%n calls, %1 together</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::compilepanel::RecompilationsPage</name>
    <message numerus="yes">
        <source>No function was compiled again: each of the %n compilation(s) is the first of its function.</source>
        <translation>
            <numerusform>No function was compiled again: the %n compilation is the first of its function.</numerusform>
            <numerusform>No function was compiled again: each of the %n compilations is the first of its function.</numerusform>
        </translation>
    </message>
</context>
</TS>
