<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>loupe::AdapterPanel</name>
    <message numerus="yes">
        <source>%1 of them fit %2.</source>
        <translation>
            <numerusform>%1 of them fits %2.</numerusform>
            <numerusform>%1 of them fit %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 module(s), %2 names.</source>
        <translation>
            <numerusform>%1 module, %2 names.</numerusform>
            <numerusform>%1 modules, %2 names.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::AdapterReport</name>
    <message numerus="yes">
        <source>%1 module(s) change %2 of the base.</source>
        <translation>
            <numerusform>%1 module changes %2 of the base.</numerusform>
            <numerusform>%1 modules change %2 of the base.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 module(s) do not fit the base and are not merged. The first is %2: %3.</source>
        <translation>
            <numerusform>%1 module does not fit the base and is not merged. It is %2: %3.</numerusform>
            <numerusform>%1 modules do not fit the base and are not merged. The first is %2: %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) of the adapter belong to no module and are not merged.</source>
        <translation>
            <numerusform>%1 tensor of the adapter belongs to no module and is not merged.</numerusform>
            <numerusform>%1 tensors of the adapter belong to no module and are not merged.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ArchitectureDrawing</name>
    <message numerus="yes">
        <source>%1 block(s), one after the other</source>
        <translation>
            <numerusform>%1 block</numerusform>
            <numerusform>%1 blocks, one after the other</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s)</source>
        <translation>
            <numerusform>%1 head</numerusform>
            <numerusform>%1 heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s), one after the other: the first %2 without experts, then %3 with experts</source>
        <translation>
            <numerusform>%1 block: the first %2 without experts, then %3 with experts</numerusform>
            <numerusform>%1 blocks, one after the other: the first %2 without experts, then %3 with experts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s), KV compressed to %2</source>
        <translation>
            <numerusform>%1 head, KV compressed to %2</numerusform>
            <numerusform>%1 heads, KV compressed to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s) (%2 KV)</source>
        <translation>
            <numerusform>%1 head (%2 KV)</numerusform>
            <numerusform>%1 heads (%2 KV)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::CastCost</name>
    <message numerus="yes">
        <source>%1 value(s) overflow</source>
        <translation>
            <numerusform>%1 value overflows</numerusform>
            <numerusform>%1 values overflow</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 become 0</source>
        <translation>
            <numerusform>%1 becomes 0</numerusform>
            <numerusform>%1 become 0</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 NaN become numbers</source>
        <translation>
            <numerusform>%1 NaN becomes a number</numerusform>
            <numerusform>%1 NaN become numbers</numerusform>
        </translation>
    </message>
</context>
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
    <message numerus="yes">
        <source>%1 tensor(s) renamed</source>
        <translation>
            <numerusform>%1 tensor renamed</numerusform>
            <numerusform>%1 tensors renamed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) cast</source>
        <translation>
            <numerusform>%1 tensor cast</numerusform>
            <numerusform>%1 tensors cast</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) deleted</source>
        <translation>
            <numerusform>%1 tensor deleted</numerusform>
            <numerusform>%1 tensors deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 metadata key(s) changed</source>
        <translation>
            <numerusform>%1 metadata key changed</numerusform>
            <numerusform>%1 metadata keys changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) would have the name of another one, the first is “%2”: no file can hold both.</source>
        <translation>
            <numerusform>%1 tensor would have the name of another one, “%2”: no file can hold both.</numerusform>
            <numerusform>%1 tensors would have the names of others, the first is “%2”: no file can hold both.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::CheckpointLayers</name>
    <message numerus="yes">
        <source>of %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>of %1 of %2 tensor</numerusform>
            <numerusform>of %1 of %2 tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::CompareNotices</name>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as you chose last time.</source>
        <translation>
            <numerusform>%1 renamed tensor matched as you chose last time.</numerusform>
            <numerusform>%1 renamed tensors matched as you chose last time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as --map says.</source>
        <translation>
            <numerusform>%1 renamed tensor matched as --map says.</numerusform>
            <numerusform>%1 renamed tensors matched as --map says.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as you chose.</source>
        <translation>
            <numerusform>%1 renamed tensor matched as you chose.</numerusform>
            <numerusform>%1 renamed tensors matched as you chose.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compared the values of %1 of %2 pair(s).</source>
        <translation>
            <numerusform>Compared the values of %1 of %2 pair.</numerusform>
            <numerusform>Compared the values of %1 of %2 pairs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) only in A, %2 only in B.</source>
        <translation>
            <numerusform>%1 tensor only in A, %2 only in B.</numerusform>
            <numerusform>%1 tensors only in A, %2 only in B.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pair(s) matched by %2.</source>
        <translation>
            <numerusform>%1 pair matched by %2.</numerusform>
            <numerusform>%1 pairs matched by %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::CompareWindow</name>
    <message numerus="yes">
        <source>%1 of %2 pair(s)</source>
        <translation>
            <numerusform>%1 of %2 pair</numerusform>
            <numerusform>%1 of %2 pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pair(s)</source>
        <translation>
            <numerusform>%1 pair</numerusform>
            <numerusform>%1 pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Comparing: %1 of %2 pair(s)</source>
        <translation>
            <numerusform>Comparing: %1 of %2 pair</numerusform>
            <numerusform>Comparing: %1 of %2 pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Values of %1 of %2 pair(s) compared</source>
        <translation>
            <numerusform>Values of %1 of %2 pair compared</numerusform>
            <numerusform>Values of %1 of %2 pairs compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 pair(s) not compared</source>
        <translation>
            <numerusform>%1 of %2 pair not compared</numerusform>
            <numerusform>%1 of %2 pairs not compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 unmatched tensor(s)</source>
        <translation>
            <numerusform>%1 unmatched tensor</numerusform>
            <numerusform>%1 unmatched tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::Comparison</name>
    <message numerus="yes">
        <source>1 of %1 tensor(s) differs: %2</source>
        <translation>
            <numerusform>1 of %1 tensor differs: %2</numerusform>
            <numerusform>1 of %1 tensors differs: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 tensor(s) differ</source>
        <translation>
            <numerusform>All %1 tensor differs</numerusform>
            <numerusform>All %1 tensors differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ</source>
        <translation>
            <numerusform>%1 of %2 tensor differs</numerusform>
            <numerusform>%1 of %2 tensors differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ, all in %3</source>
        <translation>
            <numerusform>%1 of %2 tensor differs, in %3</numerusform>
            <numerusform>%1 of %2 tensors differ, all in %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) differ in name or dtype only</source>
        <translation>
            <numerusform>%1 tensor differs in name or dtype only</numerusform>
            <numerusform>%1 tensors differ in name or dtype only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the metadata differs: %1 key(s)</source>
        <translation>
            <numerusform>Only the metadata differs: %1 key</numerusform>
            <numerusform>Only the metadata differs: %1 keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; also %2 metadata key(s)</source>
        <translation>
            <numerusform>%1; also %2 metadata key</numerusform>
            <numerusform>%1; also %2 metadata keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s) between %2 and %3</source>
        <translation>
            <numerusform>%1 layer between %2 and %3</numerusform>
            <numerusform>%1 layers between %2 and %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>layer(s) %1</source>
        <translation>
            <numerusform>layer %1</numerusform>
            <numerusform>layers %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 of %1 common tensor(s) differs: %2</source>
        <translation>
            <numerusform>1 of %1 common tensor differs: %2</numerusform>
            <numerusform>1 of %1 common tensors differs: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 common tensor(s) differ</source>
        <translation>
            <numerusform>%1 common tensor differs</numerusform>
            <numerusform>All %1 common tensors differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 common tensor(s) differ</source>
        <translation>
            <numerusform>%1 of %2 common tensor differs</numerusform>
            <numerusform>%1 of %2 common tensors differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 common tensor(s) differ, all in %3</source>
        <translation>
            <numerusform>%1 of %2 common tensor differs, all in %3</numerusform>
            <numerusform>%1 of %2 common tensors differ, all in %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 tensor(s) cast from %2 to %3</source>
        <translation>
            <numerusform>%1 tensor cast from %2 to %3</numerusform>
            <numerusform>All %1 tensors cast from %2 to %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 other(s) differ in name or dtype only</source>
        <translation>
            <numerusform>%1 other differs in name or dtype only</numerusform>
            <numerusform>%1 others differ in name or dtype only</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ComputedAdapter</name>
    <message numerus="yes">
        <source>%1 tensor(s) differ and are not in the adapter. The first is %2 (%3).</source>
        <translation>
            <numerusform>%1 tensor differs and is not in the adapter. It is %2 (%3).</numerusform>
            <numerusform>%1 tensors differ and are not in the adapter. The first is %2 (%3).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) are the same in both.</source>
        <translation>
            <numerusform>%1 tensor is the same in both.</numerusform>
            <numerusform>%1 tensors are the same in both.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 module(s) shrink.</source>
        <translation>
            <numerusform>%1 module shrinks.</numerusform>
            <numerusform>All %1 modules shrink.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 module(s) shrink.</source>
        <translation>
            <numerusform>%1 of %2 module shrinks.</numerusform>
            <numerusform>%1 of %2 modules shrink.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::CountedText</name>
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
        <source>%1 element(s)</source>
        <translation>
            <numerusform>%1 element</numerusform>
            <numerusform>%1 elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s)</source>
        <translation>
            <numerusform>%1 value</numerusform>
            <numerusform>%1 values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 byte</numerusform>
            <numerusform>%1 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <translation>
            <numerusform>%1 file</numerusform>
            <numerusform>%1 files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::DifferenceControl</name>
    <message numerus="yes">
        <source>differences in %1 selected row(s)</source>
        <translation>
            <numerusform>differences in %1 selected row</numerusform>
            <numerusform>differences in %1 selected rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::Distribution</name>
    <message numerus="yes">
        <source>Bars are from a sample of %1 value(s), other figures from all values</source>
        <translation>
            <numerusform>Bars are from a sample of %1 value, other figures from all values</numerusform>
            <numerusform>Bars are from a sample of %1 values, other figures from all values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approximate sum of %1 tensor(s), on a scale of its own</source>
        <translation>
            <numerusform>Approximate sum of %1 tensor, on a scale of its own</numerusform>
            <numerusform>Approximate sum of %1 tensors, on a scale of its own</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bars are from a sample of %1 tensor(s), on a scale of their own</source>
        <translation>
            <numerusform>Bars are from a sample of %1 tensor, on a scale of their own</numerusform>
            <numerusform>Bars are from a sample of %1 tensors, on a scale of their own</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::DropControl</name>
    <message numerus="yes">
        <source>Drop to open %1 file(s)</source>
        <translation>
            <numerusform>Drop to open %1 file</numerusform>
            <numerusform>Drop to open %1 files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::EditControl</name>
    <message numerus="yes">
        <source>%1 tensor(s) not cast: their dtype has no casts.</source>
        <translation>
            <numerusform>%1 tensor not cast: its dtype has no casts.</numerusform>
            <numerusform>%1 tensors not cast: their dtype has no casts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::EditSession</name>
    <message numerus="yes">
        <source>deletion of %1 tensor(s)</source>
        <translation>
            <numerusform>deletion of %1 tensor</numerusform>
            <numerusform>deletion of %1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cast of %1 tensor(s) to %2</source>
        <translation>
            <numerusform>cast of %1 tensor to %2</numerusform>
            <numerusform>cast of %1 tensors to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>revert of %1 tensor(s)</source>
        <translation>
            <numerusform>revert of %1 tensor</numerusform>
            <numerusform>revert of %1 tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::FilterMenu</name>
    <message numerus="yes">
        <source>There are %n saved filter(s) already. Delete one first.</source>
        <translation>
            <numerusform>There is %n saved filter already. Delete it first.</numerusform>
            <numerusform>There are %n saved filters already. Delete one first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::FilterPopup</name>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation>
            <numerusform>%1 tensor</numerusform>
            <numerusform>%1 tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::FindingsModel</name>
    <message numerus="yes">
        <source>%1 more tensor(s)</source>
        <translation>
            <numerusform>%1 more tensor</numerusform>
            <numerusform>%1 more tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 finding(s): %2</source>
        <translation>
            <numerusform>%1 finding: %2</numerusform>
            <numerusform>%1 findings: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::GroupView</name>
    <message numerus="yes">
        <source>tensor(s)</source>
        <comment>below a number</comment>
        <translation>
            <numerusform>tensor</numerusform>
            <numerusform>tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>parameter(s)</source>
        <comment>below a number</comment>
        <translation>
            <numerusform>parameter</numerusform>
            <numerusform>parameters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::Health</name>
    <message numerus="yes">
        <source>%1 NaN, %2 +Inf, %3 −Inf among %4 element(s)</source>
        <translation>
            <numerusform>%1 NaN, %2 +Inf, %3 −Inf among %4 element</numerusform>
            <numerusform>%1 NaN, %2 +Inf, %3 −Inf among %4 elements</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 %2 in %3 tensor(s)</source>
        <comment>number of NaN or Inf</comment>
        <translation>
            <numerusform>%1 %2 in %3 tensor</numerusform>
            <numerusform>%1 %2 in %3 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) with outliers</source>
        <translation>
            <numerusform>%1 tensor with outliers</numerusform>
            <numerusform>%1 tensors with outliers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) all zero</source>
        <translation>
            <numerusform>%1 tensor all zero</numerusform>
            <numerusform>%1 tensors all zero</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 constant tensor(s)</source>
        <translation>
            <numerusform>%1 constant tensor</numerusform>
            <numerusform>%1 constant tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) with subnormals</source>
        <translation>
            <numerusform>%1 tensor with subnormals</numerusform>
            <numerusform>%1 tensors with subnormals</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) not readable</source>
        <translation>
            <numerusform>%1 tensor not readable</numerusform>
            <numerusform>%1 tensors not readable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) scanned</source>
        <translation>
            <numerusform>%1 tensor scanned</numerusform>
            <numerusform>%1 tensors scanned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) scanned</source>
        <translation>
            <numerusform>%1 of %2 tensor scanned</numerusform>
            <numerusform>%1 of %2 tensors scanned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 tensor(s), the first: %3</source>
        <translation>
            <numerusform>%1 in %2 tensor, the first: %3</numerusform>
            <numerusform>%1 in %2 tensors, the first: %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scanning: %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>Scanning: %1 of %2 tensor</numerusform>
            <numerusform>Scanning: %1 of %2 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scan stopped at %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>Scan stopped at %1 of %2 tensor</numerusform>
            <numerusform>Scan stopped at %1 of %2 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No NaN or infinities in %1 tensor(s)</source>
        <translation>
            <numerusform>No NaN or infinities in %1 tensor</numerusform>
            <numerusform>No NaN or infinities in %1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No NaN or infinities in %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>No NaN or infinities in %1 of %2 tensor</numerusform>
            <numerusform>No NaN or infinities in %1 of %2 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>other warnings in %1 tensor(s)</source>
        <translation>
            <numerusform>other warnings in %1 tensor</numerusform>
            <numerusform>other warnings in %1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>warnings in %1 tensor(s)</source>
        <translation>
            <numerusform>warnings in %1 tensor</numerusform>
            <numerusform>warnings in %1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) with odd scales or codes</source>
        <translation>
            <numerusform>%1 tensor with odd scales or codes</numerusform>
            <numerusform>%1 tensors with odd scales or codes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 duplicate(s) of earlier tensors</source>
        <translation>
            <numerusform>%1 duplicate of an earlier tensor</numerusform>
            <numerusform>%1 duplicates of earlier tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No values were read: those of %1 tensor(s) are unknown</source>
        <translation>
            <numerusform>No values were read: those of %1 tensor are unknown</numerusform>
            <numerusform>No values were read: those of %1 tensors are unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) with unknown values</source>
        <translation>
            <numerusform>%1 tensor with unknown values</numerusform>
            <numerusform>%1 tensors with unknown values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::HealthPanel</name>
    <message numerus="yes">
        <source>%1 duplicate(s)</source>
        <translation>
            <numerusform>%1 duplicate</numerusform>
            <numerusform>%1 duplicates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::HexView</name>
    <message numerus="yes">
        <source>%1: the file ends %2 byte(s) too early</source>
        <translation>
            <numerusform>%1: the file ends %2 byte too early</numerusform>
            <numerusform>%1: the file ends %2 bytes too early</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s) selected</source>
        <translation>
            <numerusform>%1 byte selected</numerusform>
            <numerusform>%1 bytes selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %1 byte(s) can be copied at once</source>
        <translation>
            <numerusform>At most %1 byte can be copied at once</numerusform>
            <numerusform>At most %1 bytes can be copied at once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 byte(s)</source>
        <translation>
            <numerusform>Copied %1 byte</numerusform>
            <numerusform>Copied %1 bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::HistogramView</name>
    <message numerus="yes">
        <source>%1 value(s) outside – show full range</source>
        <translation>
            <numerusform>%1 value outside – show full range</numerusform>
            <numerusform>%1 values outside – show full range</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 outlier(s) – clip to %2</source>
        <translation>
            <numerusform>%1 outlier – clip to %2</numerusform>
            <numerusform>%1 outliers – clip to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bin(s), linear within ±%2</source>
        <translation>
            <numerusform>%1 bin, linear within ±%2</numerusform>
            <numerusform>%1 bins, linear within ±%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bin(s), one per integer</source>
        <translation>
            <numerusform>%1 bin, one per integer</numerusform>
            <numerusform>%1 bins, one per integer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bin(s) of %2 integers each</source>
        <translation>
            <numerusform>%1 bin of %2 integers each</numerusform>
            <numerusform>%1 bins of %2 integers each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bin(s) of width %2</source>
        <translation>
            <numerusform>%1 bin of width %2</numerusform>
            <numerusform>%1 bins of width %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 null(s) excluded</source>
        <translation>
            <numerusform>%1 null excluded</numerusform>
            <numerusform>%1 nulls excluded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s) outside, as far as %2 – show full range</source>
        <translation>
            <numerusform>%1 value outside, as far as %2 – show full range</numerusform>
            <numerusform>%1 values outside, as far as %2 – show full range</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::LayerChart</name>
    <message numerus="yes">
        <source>%1 layer(s), from %2 to %3</source>
        <translation>
            <numerusform>%1 layer, from %2 to %3</numerusform>
            <numerusform>%1 layers, from %2 to %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s), from %2 to %3</source>
        <translation>
            <numerusform>%1 block, from %2 to %3</numerusform>
            <numerusform>%1 blocks, from %2 to %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::LayerMap</name>
    <message numerus="yes">
        <source>%1 pair(s): %2</source>
        <translation>
            <numerusform>%1 pair: %2</numerusform>
            <numerusform>%1 pairs: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::LayersCanvas</name>
    <message numerus="yes">
        <source>%1 block(s)</source>
        <translation>
            <numerusform>%1 block</numerusform>
            <numerusform>%1 blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 expert(s)</source>
        <translation>
            <numerusform>%1 expert</numerusform>
            <numerusform>%1 experts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::LeftOutDialog</name>
    <message numerus="yes">
        <source>%1 item(s) skipped:</source>
        <translation>
            <numerusform>%1 item skipped:</numerusform>
            <numerusform>%1 items skipped:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 item(s) skipped, the first %2:</source>
        <translation>
            <numerusform>%1 item skipped, the first %2:</numerusform>
            <numerusform>%1 items skipped, the first %2:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::MemoryPanel</name>
    <message numerus="yes">
        <source>%1 head(s)</source>
        <translation>
            <numerusform>%1 head</numerusform>
            <numerusform>%1 heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 byte</numerusform>
            <numerusform>%1 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s)</source>
        <translation>
            <numerusform>%1 layer</numerusform>
            <numerusform>%1 layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s)</source>
        <translation>
            <numerusform>%1 token</numerusform>
            <numerusform>%1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sequence(s)</source>
        <translation>
            <numerusform>%1 sequence</numerusform>
            <numerusform>%1 sequences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s) of the encoder</source>
        <translation>
            <numerusform>%1 token of the encoder</numerusform>
            <numerusform>%1 tokens of the encoder</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::MergeSourcesModel</name>
    <message numerus="yes">
        <source>%1 · %2 staged change(s)</source>
        <translation>
            <numerusform>%1 · %2 staged change</numerusform>
            <numerusform>%1 · %2 staged changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::MetadataTree</name>
    <message numerus="yes">
        <source>{%1 key(s)}</source>
        <translation>
            <numerusform>{%1 key}</numerusform>
            <numerusform>{%1 keys}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>[%1 value(s)]</source>
        <translation>
            <numerusform>[%1 value]</numerusform>
            <numerusform>[%1 values]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more value(s)</source>
        <translation>
            <numerusform>%1 more value</numerusform>
            <numerusform>%1 more values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ModelCard</name>
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
        <source>%1 layer(s)</source>
        <translation>
            <numerusform>%1 layer</numerusform>
            <numerusform>%1 layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s)</source>
        <translation>
            <numerusform>%1 head</numerusform>
            <numerusform>%1 heads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 expert(s)</source>
        <translation>
            <numerusform>%1 expert</numerusform>
            <numerusform>%1 experts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s) in the encoder</source>
        <translation>
            <numerusform>%1 layer in the encoder</numerusform>
            <numerusform>%1 layers in the encoder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s) in the decoder</source>
        <translation>
            <numerusform>%1 layer in the decoder</numerusform>
            <numerusform>%1 layers in the decoder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s) (%2 KV)</source>
        <translation>
            <numerusform>%1 head (%2 KV)</numerusform>
            <numerusform>%1 heads (%2 KV)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 expert(s), %2 per token</source>
        <translation>
            <numerusform>%1 expert, %2 per token</numerusform>
            <numerusform>%1 experts, %2 per token</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::Notices</name>
    <message numerus="yes">
        <source>%1 error(s)</source>
        <translation>
            <numerusform>%1 error</numerusform>
            <numerusform>%1 errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 warning(s)</source>
        <translation>
            <numerusform>%1 warning</numerusform>
            <numerusform>%1 warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::OverviewView</name>
    <message numerus="yes">
        <source>tensor(s)</source>
        <comment>below a number</comment>
        <translation>
            <numerusform>tensor</numerusform>
            <numerusform>tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>parameter(s)</source>
        <comment>below a number</comment>
        <translation>
            <numerusform>parameter</numerusform>
            <numerusform>parameters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 × %2 · %3 parameter(s) each</source>
        <comment>blocks, tensors</comment>
        <translation>
            <numerusform>%1 × %2 · %3 parameter each</numerusform>
            <numerusform>%1 × %2 · %3 parameters each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %2 block(s) differ</source>
        <translation>
            <numerusform>%1; %2 block differs</numerusform>
            <numerusform>%1; %2 blocks differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 quantized weight(s), stored in %2, are shown dequantized.</source>
        <translation>
            <numerusform>%1 quantized weight, stored in %2, is shown dequantized.</numerusform>
            <numerusform>%1 quantized weights, stored in %2, are shown dequantized.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The values of %1 quantized weight(s), stored in %2, cannot be decoded.</source>
        <translation>
            <numerusform>The values of %1 quantized weight, stored in %2, cannot be decoded.</numerusform>
            <numerusform>The values of %1 quantized weights, stored in %2, cannot be decoded.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::Page</name>
    <message numerus="yes">
        <source>All %1 tensor(s) have %2 each.</source>
        <translation>
            <numerusform>%1 tensor has %2.</numerusform>
            <numerusform>All %1 tensors have %2 each.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::PairHeader</name>
    <message numerus="yes">
        <source>%1 · %2 · %3 parameter(s) · %4</source>
        <translation>
            <numerusform>%1 · %2 · %3 parameter · %4</numerusform>
            <numerusform>%1 · %2 · %3 parameters · %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::PairValuesTab</name>
    <message numerus="yes">
        <source>Copied %1 value(s)</source>
        <translation>
            <numerusform>Copied %1 value</numerusform>
            <numerusform>Copied %1 values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::PairingDialog</name>
    <message numerus="yes">
        <source>Rules match %1 tensor(s).</source>
        <translation>
            <numerusform>Rules match %1 tensor.</numerusform>
            <numerusform>Rules match %1 tensors.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 suggestion(s) confirmed.</source>
        <translation>
            <numerusform>%1 of %2 suggestion confirmed.</numerusform>
            <numerusform>%1 of %2 suggestions confirmed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::RearrangementDialog</name>
    <message numerus="yes">
        <source>%1 rule(s) found.</source>
        <translation>
            <numerusform>%1 rule found.</numerusform>
            <numerusform>%1 rules found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Matches %1 of %2 name(s)</source>
        <translation>
            <numerusform>Matches %1 of %2 name</numerusform>
            <numerusform>Matches %1 of %2 names</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::RenameGroupDialog</name>
    <message numerus="yes">
        <source>%1 tensor(s) selected.</source>
        <translation>
            <numerusform>%1 tensor selected.</numerusform>
            <numerusform>%1 tensors selected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) will be renamed.</source>
        <translation>
            <numerusform>%1 of %2 tensor will be renamed.</numerusform>
            <numerusform>%1 of %2 tensors will be renamed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::RenamePreviewModel</name>
    <message numerus="yes">
        <source>rename of %1 tensor(s)</source>
        <translation>
            <numerusform>rename of %1 tensor</numerusform>
            <numerusform>rename of %1 tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::RenameRuleRows</name>
    <message numerus="yes">
        <source>Changes %1 name(s) of A; all exist in B.</source>
        <translation>
            <numerusform>Changes %1 name of A; it exists in B.</numerusform>
            <numerusform>Changes %1 names of A; all exist in B.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changes %1 name(s) of A, of which %2 exist in B. Not in B: %3, from %4.</source>
        <translation>
            <numerusform>Changes %1 name of A, of which %2 exist in B. Not in B: %3, from %4.</numerusform>
            <numerusform>Changes %1 names of A, of which %2 exist in B. Not in B: %3, from %4.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::RidgelinesView</name>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation>
            <numerusform>%1 tensor</numerusform>
            <numerusform>%1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s), evenly spaced</source>
        <translation>
            <numerusform>%1 of %2 tensor, evenly spaced</numerusform>
            <numerusform>%1 of %2 tensors, evenly spaced</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::RunModel</name>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 byte</numerusform>
            <numerusform>%1 bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::RunNotices</name>
    <message numerus="yes">
        <source>%n more series have NaN or Inf</source>
        <translation>
            <numerusform>%n more series has NaN or Inf</numerusform>
            <numerusform>%n more series have NaN or Inf</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in the %1 of %n later steps that could be read</source>
        <translation>
            <numerusform>in the %1 of %n later step that could be read</numerusform>
            <numerusform>in the %1 of %n later steps that could be read</numerusform>
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
    <name>loupe::RunWindow</name>
    <message numerus="yes">
        <source>%1 and %2 other(s); the rest of %3 selected is left out</source>
        <translation>
            <numerusform>%1 and %2 other; the rest of %3 selected is left out</numerusform>
            <numerusform>%1 and %2 others; the rest of %3 selected is left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 other(s)</source>
        <translation>
            <numerusform>%1 and %2 other</numerusform>
            <numerusform>%1 and %2 others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 checkpoint(s)</source>
        <translation>
            <numerusform>%1 checkpoint</numerusform>
            <numerusform>%1 checkpoints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 incomplete</source>
        <translation>
            <numerusform>%1 incomplete</numerusform>
            <numerusform>%1 incomplete</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>no NaN or Inf in the %1 of %2 checkpoint(s) that could be read</source>
        <translation>
            <numerusform>no NaN or Inf in the %1 of %2 checkpoint that could be read</numerusform>
            <numerusform>no NaN or Inf in the %1 of %2 checkpoints that could be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; values of %2 tensor(s) unknown</source>
        <translation>
            <numerusform>%1; values of %2 tensor unknown</numerusform>
            <numerusform>%1; values of %2 tensors unknown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ScanControl</name>
    <message numerus="yes">
        <source>This filter needs values. %1 tensor(s) that have not been scanned are hidden.</source>
        <translation>
            <numerusform>This filter needs values. %1 tensor that has not been scanned is hidden.</numerusform>
            <numerusform>This filter needs values. %1 tensors that have not been scanned are hidden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (scan stopped at %2 of %3 tensor(s))</source>
        <translation>
            <numerusform>%1 (scan stopped at %2 of %3 tensor)</numerusform>
            <numerusform>%1 (scan stopped at %2 of %3 tensors)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) could not be read: %2</source>
        <translation>
            <numerusform>%1 tensor could not be read: %2</numerusform>
            <numerusform>%1 tensors could not be read: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Warnings in %1 tensor(s)</source>
        <translation>
            <numerusform>Warnings in %1 tensor</numerusform>
            <numerusform>Warnings in %1 tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ShownCheckpoint</name>
    <message numerus="yes">
        <source>Not in the command: %1 selected row(s), whose names are not unique or cannot be in a command.</source>
        <translation>
            <numerusform>Not in the command: %1 selected row, whose name is not unique or cannot be in a command.</numerusform>
            <numerusform>Not in the command: %1 selected rows, whose names are not unique or cannot be in a command.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::StatedDigestsPanel</name>
    <message numerus="yes">
        <source>The digests of %1 tensor(s) cover other bytes too, so the difference may be elsewhere.</source>
        <translation>
            <numerusform>The digest of %1 tensor covers other bytes too, so the difference may be elsewhere.</numerusform>
            <numerusform>The digests of %1 tensors cover other bytes too, so the difference may be elsewhere.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) could not be read: %2.</source>
        <translation>
            <numerusform>%1 tensor could not be read: %2.</numerusform>
            <numerusform>%1 tensors could not be read: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ from their recorded digests.</source>
        <translation>
            <numerusform>%1 of %2 tensor differs from its recorded digest.</numerusform>
            <numerusform>%1 of %2 tensors differ from their recorded digests.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) match their recorded digests (%2).</source>
        <translation>
            <numerusform>%1 tensor matches its recorded digests (%2).</numerusform>
            <numerusform>%1 tensors match their recorded digests (%2).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have no recorded digest.</source>
        <translation>
            <numerusform>%1 tensor has no recorded digest.</numerusform>
            <numerusform>%1 tensors have no recorded digest.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::StatusLine</name>
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
    <name>loupe::TensorText</name>
    <message numerus="yes">
        <source>missing entirely (%1 byte(s))</source>
        <translation>
            <numerusform>missing entirely (%1 byte)</numerusform>
            <numerusform>missing entirely (%1 bytes)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 byte(s) missing</source>
        <translation>
            <numerusform>%1 of %2 byte missing</numerusform>
            <numerusform>%1 of %2 bytes missing</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::TensorTreeModel</name>
    <message numerus="yes">
        <source>Known for %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>Known for %1 of %2 tensor</numerusform>
            <numerusform>Known for %1 of %2 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %1 other(s)</source>
        <translation>
            <numerusform>and %1 other</numerusform>
            <numerusform>and %1 others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <comment>of one tensor</comment>
        <translation>
            <numerusform>%1 file</numerusform>
            <numerusform>%1 files</numerusform>
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
    <name>loupe::Traffic</name>
    <message numerus="yes">
        <source>%1 bytes read over the network in %2 request(s) since this was opened, all windows together</source>
        <translation>
            <numerusform>%1 bytes read over the network in %2 request since this was opened, all windows together</numerusform>
            <numerusform>%1 bytes read over the network in %2 requests since this was opened, all windows together</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ValuePane</name>
    <message numerus="yes">
        <source>… and %1 more character(s). Copy the row to get all of them.</source>
        <translation>
            <numerusform>… and %1 more character. Copy the row to get all of them.</numerusform>
            <numerusform>… and %1 more characters. Copy the row to get all of them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ValuesView</name>
    <message numerus="yes">
        <source>Copied %1 value(s)</source>
        <translation>
            <numerusform>Copied %1 value</numerusform>
            <numerusform>Copied %1 values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::WriteControl</name>
    <message numerus="yes">
        <source>%1 · %2 staged change(s)</source>
        <translation>
            <numerusform>%1 · %2 staged change</numerusform>
            <numerusform>%1 · %2 staged changes</numerusform>
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
<context>
    <name>loupe::WriteForm</name>
    <message numerus="yes">
        <source>%1 tensor(s) share the storage of another one</source>
        <translation>
            <numerusform>%1 tensor shares the storage of another one</numerusform>
            <numerusform>%1 tensors share the storage of another one</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::WritePreview</name>
    <message numerus="yes">
        <source>Skip %1 tensor(s)</source>
        <translation>
            <numerusform>Skip %1 tensor</numerusform>
            <numerusform>Skip %1 tensors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s) stay in the folder but are no longer part of the model: %2</source>
        <translation>
            <numerusform>%1 file stays in the folder but is no longer part of the model: %2</numerusform>
            <numerusform>%1 files stay in the folder but are no longer part of the model: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::WriteStatus</name>
    <message numerus="yes">
        <source>Write, replacing %1 file(s)</source>
        <translation>
            <numerusform>Write, replacing %1 file</numerusform>
            <numerusform>Write, replacing %1 files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fetch %2 and write, replacing %1 file(s)</source>
        <translation>
            <numerusform>Fetch %2 and write, replacing %1 file</numerusform>
            <numerusform>Fetch %2 and write, replacing %1 files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::WritingPreview</name>
    <message numerus="yes">
        <source>%1 tensor(s) are incomplete; the first is %2 (%3).</source>
        <translation>
            <numerusform>%1 tensor is incomplete: %2 (%3).</numerusform>
            <numerusform>%1 tensors are incomplete; the first is %2 (%3).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 quantized tensor(s) are dequantized, which takes more space.</source>
        <translation>
            <numerusform>%1 quantized tensor is dequantized, which takes more space.</numerusform>
            <numerusform>%1 quantized tensors are dequantized, which takes more space.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) of integers or booleans become floats.</source>
        <translation>
            <numerusform>%1 tensor of integers or booleans becomes floats.</numerusform>
            <numerusform>%1 tensors of integers or booleans become floats.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 files cannot hold %2 (%3 tensor(s), the first is %4).</source>
        <translation>
            <numerusform>%1 files cannot hold %2 (%3 tensor, %4).</numerusform>
            <numerusform>%1 files cannot hold %2 (%3 tensors, the first is %4).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) may have differences beyond the range of %2; the first is %3. They are written as the smallest or largest number of that dtype, or as infinity.</source>
        <translation>
            <numerusform>%1 tensor may have differences beyond the range of %2: %3. They are written as the smallest or largest number of that dtype, or as infinity.</numerusform>
            <numerusform>%1 tensors may have differences beyond the range of %2; the first is %3. They are written as the smallest or largest number of that dtype, or as infinity.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have the name of an earlier one; the first is %2. The earlier one is from the checkpoint further up in the list.</source>
        <translation>
            <numerusform>%1 tensor has the name of an earlier one: %2. The earlier one is from the checkpoint further up in the list.</numerusform>
            <numerusform>%1 tensors have the names of earlier ones; the first is %2. The earlier ones are from the checkpoint further up in the list.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have the name of an earlier one in the file; the first is %2.</source>
        <translation>
            <numerusform>%1 tensor has the name of an earlier one in the file: %2.</numerusform>
            <numerusform>%1 tensors have the names of earlier ones in the file; the first is %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 companion tensor(s), such as scales, are not written.</source>
        <translation>
            <numerusform>%1 companion tensor, such as a scale, is not written.</numerusform>
            <numerusform>%1 companion tensors, such as scales, are not written.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 quantized weight(s) cannot be decoded and are copied as stored.</source>
        <translation>
            <numerusform>%1 quantized weight cannot be decoded and is copied as stored.</numerusform>
            <numerusform>%1 quantized weights cannot be decoded and are copied as stored.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 scale(s) of activations and caches are not written.</source>
        <translation>
            <numerusform>%1 scale of activations and caches is not written.</numerusform>
            <numerusform>%1 scales of activations and caches are not written.</numerusform>
        </translation>
    </message>
</context>
</TS>
