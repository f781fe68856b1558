<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>loupe::StatusLine</name>
    <message numerus="yes">
        <source>%1 shard(s)</source>
        <translation>
            <numerusform>%1 shard</numerusform>
            <numerusform>%1 shards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <translation>
            <numerusform>%1 file</numerusform>
            <numerusform>%1 files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation>
            <numerusform>%1 tensor</numerusform>
            <numerusform>%1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 parameter</numerusform>
            <numerusform>%1 parameters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 byte</numerusform>
            <numerusform>%1 bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::TensorTreeView</name>
    <message numerus="yes">
        <source>Copy %1 name(s)</source>
        <translation>
            <numerusform>Copy %1 name</numerusform>
            <numerusform>Copy %1 names</numerusform>
        </translation>
    </message>
</context>
</TS>
