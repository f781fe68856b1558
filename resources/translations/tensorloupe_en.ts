<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>loupe::ChangesModel</name>
    <message numerus="yes">
        <source>Renamed %1 tensor(s)</source>
        <translation>
            <numerusform>Renamed %1 tensor</numerusform>
            <numerusform>Renamed %1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cast %1 tensor(s)</source>
        <translation>
            <numerusform>Cast %1 tensor</numerusform>
            <numerusform>Cast %1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %1 tensor(s)</source>
        <translation>
            <numerusform>Deleted %1 tensor</numerusform>
            <numerusform>Deleted %1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Removed %1 key(s)</source>
        <translation>
            <numerusform>Removed %1 key</numerusform>
            <numerusform>Removed %1 keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changed %1 key(s)</source>
        <translation>
            <numerusform>Changed %1 key</numerusform>
            <numerusform>Changed %1 keys</numerusform>
        </translation>
    </message>
</context>
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
<context>
    <name>loupe::WriteControl</name>
    <message numerus="yes">
        <source>%1 selected row(s) of %2</source>
        <translation>
            <numerusform>%1 selected row of %2</numerusform>
            <numerusform>%1 selected rows of %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 selected tensor(s) of %2</source>
        <translation>
            <numerusform>%1 selected tensor of %2</numerusform>
            <numerusform>%1 selected tensors of %2</numerusform>
        </translation>
    </message>
</context>
</TS>
