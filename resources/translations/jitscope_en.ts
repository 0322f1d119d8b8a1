<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>jitscope</name>
    <message numerus="yes">
        <source>%n element(s)</source>
        <translation>
            <numerusform>%n element</numerusform>
            <numerusform>%n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::ConsoleView</name>
    <message numerus="yes">
        <source>[%n line(s) not shown here; the session has them]</source>
        <translation>
            <numerusform>[%n line not shown here; the session has them]</numerusform>
            <numerusform>[%n lines not shown here; the session has them]</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::EventModel</name>
    <message numerus="yes">
        <source>%n operator(s), to #%1</source>
        <translation>
            <numerusform>%n operator, to #%1</numerusform>
            <numerusform>%n operators, to #%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::EventsPanel</name>
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
    <name>jitscope::InspectorPanel</name>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation>
            <numerusform>%n member</numerusform>
            <numerusform>%n members</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::LockstepPanel</name>
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
    <name>jitscope::RangeHistogram</name>
    <message numerus="yes">
        <source>%1 to %2: %n value(s)</source>
        <translation>
            <numerusform>%1 to %2: %n value</numerusform>
            <numerusform>%1 to %2: %n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::StatusLine</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n graph(s)</source>
        <translation>
            <numerusform>%n graph</numerusform>
            <numerusform>%n graphs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel(s)</source>
        <translation>
            <numerusform>%n kernel</numerusform>
            <numerusform>%n kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::Stepping</name>
    <message numerus="yes">
        <source>%n operator(s) could not be looked at: their values were not recorded.</source>
        <translation>
            <numerusform>%n operator could not be looked at: its values were not recorded.</numerusform>
            <numerusform>%n operators could not be looked at: their values were not recorded.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>jitscope::TimingsPanel</name>
    <message numerus="yes">
        <source>%n call(s)</source>
        <translation>
            <numerusform>%n call</numerusform>
            <numerusform>%n calls</numerusform>
        </translation>
    </message>
</context>
</TS>
