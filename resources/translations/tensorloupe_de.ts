<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>DetailsPage</name>
    <message>
        <source>O&amp;verview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>He&amp;at map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Va&amp;lues</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>He&amp;x</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Changes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ByteMap</name>
    <message>
        <source>Color by dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Color by group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Color by size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the byte map&apos;s colors mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hover to identify bytes, scroll to zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colors alternate between groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how long the header is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filling inside the header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>claimed by no tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>claimed by more than one tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>several tensors are views of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after the last tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>part of the file, but no tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>claimed by a tensor, but the file ends before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length field</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trailing bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Past the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ByteMapLegend</name>
    <message>
        <source>Legend: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2, logarithmic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ByteMapStrips</name>
    <message>
        <source>Byte map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::CastCost</name>
    <message>
        <source>keeps every value</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 become 0</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 NaN become numbers</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>max error %1 (relative %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s) overflow</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of values change</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::CastRows</name>
    <message>
        <source>unknown type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write %1 as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>raw bits (V%1, for ml_dtypes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cast to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>staged, from %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>tensors, size</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss of casting %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>skip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading values…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss unknown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ChangesModel</name>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor or key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Becomes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two tensors would be named “%1”: no file can hold both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 would have a name that another one has, “%2” first: no file can hold both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ChangesPanel</name>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revert selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pending changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the selected changes (Del)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo all changes; Undo in the Edit menu restores them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revert</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ColorScale</name>
    <message>
        <source>Color scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN and infinities among several elements of a cell are drawn by their share: where every tenth element is NaN, every tenth cell has its color. A frame points at a lone one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>±Inf</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::CompareActions</name>
    <message>
        <source>&amp;Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;B − A…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Swap A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Hide identical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match &amp;renamed tensors…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match by &amp;name only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read both files again (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only what differs (Ctrl+I)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the difference above (Alt+Up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the difference below (Alt+Down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the comparison as an HTML report, CSV or JSON (Ctrl+Shift+X)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: name, status:changed, maxabs:&gt;1e-3, rell2:&gt;0.01, dtype:bf16 …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All terms must match. Plain text matches names; * ? [0-3] {a,b} are wildcards, /…/ is a regex, - excludes.
status:changed  status:only_*  status:renamed  maxabs:&gt;1e-3  rell2:&gt;0.01  dtype:bf16  shape:4096x*  layer:3-7  rank:2  size:&gt;1MB  params:&gt;=1e6</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::CompareNotices</name>
    <message>
        <source>Report saved to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of a checkpoint is missing: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try another…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing the values of all pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening both checkpoints and pairing tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match by name only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for renames…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was deleted or moved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was changed on disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is hidden by the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as you chose last time.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as --map says.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as you chose.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>The values of %1 are encrypted. This build cannot decrypt them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrong key or passphrase for the values of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values of %1 are encrypted. Only names, dtypes and shapes are compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Compared the values of %1 of %2 pair(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) only in A, %2 only in B.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Your choice could not be saved: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Some may have been renamed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No more differences below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No more differences above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The files on disk are compared, without the unsaved changes to %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::CompareWindow</name>
    <message>
        <source>No pair matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair matches the filter: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HTML report (*.html);;CSV (*.csv);;JSON (*.json);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>files</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening both checkpoints…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to compare: a checkpoint could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening was stopped. Press F5 to retry.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither checkpoint has tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor is named “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export comparison</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::Comparison</name>
    <message>
        <source>%1; %2 more in name or dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No difference so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No difference found; not all could be compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (so far)</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>1 of %1 tensor(s) differs: %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 tensor(s) differ</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ, all in %3</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) differ in name or dtype only</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>count, status of pairs</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Only the metadata differs: %1 key(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; also %2 metadata key(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ComparisonModel</name>
    <message>
        <source>NaN or infinite only in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN and infinities differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 over the elements that are finite on both sides.
%2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DType</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements whose values differ; for a group, all together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max |A−B|</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest difference of elements that are finite on both sides; for a group, the largest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>‖A−B‖ / ‖A‖; for a group, the largest. The bar is logarithmic, on the scale of the Layers tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine of the angle between A and B; for a group, the smallest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean |A−B|</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the elements that are finite on both sides; for a group, the largest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMS of A−B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max ULP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest distance in steps from one number of the dtype to the next; for a group, the largest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first element that differs, counted from 0 in row-major order; for a group, the smallest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New NaN/Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements that are NaN or infinite on one side and finite on the other; for a group, all together</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ComparisonTabs</name>
    <message>
        <source>The selected pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ComparisonView</name>
    <message>
        <source>Pairs of tensors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::CountedText</name>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 element(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::DTypeMix</name>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %1, %2 bits each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::DetailsPage</name>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes (%1)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::DetailsTabs</name>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::DifferenceControl</name>
    <message>
        <source>Export B − A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 − %2</source>
        <comment>file B, file A</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all shown differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>differences in %1 selected row(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>files, what is written</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::DigestPanel</name>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes to digest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Digest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected digest (paste to verify)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected digest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2, %3 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, next to the file, states its %2 digest. Choose %2 and compute to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, next to the file, states its %2 digest. Compute to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The digest matches %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The digests match.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The digest does not match %1: the bytes differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The digests do not match: the bytes differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 states the %2 digest. Choose %2 to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pasted digest has a different length. Choose the algorithm that made it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pasted text is not a hexadecimal digest.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::DragOutControl</name>
    <message>
        <source>Could not drag: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the dragged files. Keep holding the mouse button.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::DropControl</name>
    <message>
        <source>Drop to open or compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to open</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Drop to open %1 file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::EditControl</name>
    <message>
        <source>Rena&amp;me…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;vert changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;ast to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open saved file</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) not cast: their dtype has no casts.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>This tensor will be deleted. Revert that before you rename it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name is too long to edit. Select its group and rename with a regular expression.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes saved to %1. This window still shows the original with unsaved changes.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::EditSession</name>
    <message>
        <source>rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deletion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deletion of %1 tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cast to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cast of %1 tensors to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>revert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>revert of %1 tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change of metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removal of metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>discard of all changes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::EngineWords</name>
    <message>
        <source>Null</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>−Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First NaN/Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Negative</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subnormal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>identical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::FileTableModel</name>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::FilterEdit</name>
    <message>
        <source>All terms must match. Plain text matches names; * ? [0-3] {a,b} are wildcards, /…/ is a regex, - excludes.
dtype:bf16  shape:4096x*  layer:3-7  rank:2  size:&gt;1MB  params:&gt;=1e6  shard:3  nan:&gt;0  inf:&gt;0  zero:&gt;50%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: name, dtype:bf16, shape:4096x*, size:&gt;1MB …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::FindingsModel</name>
    <message>
        <source>Severity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expanded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more of this kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::FindingsTable</name>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::GroupOpener</name>
    <message>
        <source>Opened %1 of %2 groups: all of them at once would make the window slow. Filter to see what is in the others.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::GroupView</name>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Types</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::Health</name>
    <message>
        <source>From %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, mean %1, standard deviation %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 NaN, %2 +Inf, %3 -Inf among %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first of them is element %1, counted from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 zero, %2 negative, %3 subnormal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Real part: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imaginary part: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outliers: an element lies more than %1 standard deviations from the mean of the others. Weights, about normally distributed, stay below 10; a few such elements spoil the scale of a quantization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Subnormal elements are so close to 0 that they have lost precision, and some hardware takes them for 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 in %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 with outliers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 all zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 with subnormals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 not readable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 scanned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2, the first at %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2, the first: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not readable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outliers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>constant %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 subnormal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ok</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duplicate of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest magnitude %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All elements are %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same dtype, size and bytes as %1, which comes before it: stored twice, or meant to be shared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 scanned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors that the filter hides are not counted here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing that deserves a second look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing in these that deserves a second look</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicates have the same dtype, size and bytes as a tensor before them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scanning: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scan stopped at %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no NaN or Inf so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no NaN or Inf in these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No NaN or Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No NaN or Inf in %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HeatMap</name>
    <message>
        <source>over %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 +Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 −Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>−Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full range: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 cell = 1 element</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 cell = %1 × %2 elements</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HeatMapCanvas</name>
    <message>
        <source>Heat map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>−Inf</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HeatMapReading</name>
    <message>
        <source>%1 so far</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HeatMapView</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the picture with its scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the picture with its scale as PNG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the values of this tensor after all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop reading values (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range of the colors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The full range, or 99 % of cells where the farthest reaches more than twice as far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colors from the least to the greatest value of the whole slice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symmetric range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As far to both sides of 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>99 % of cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The 1 % of cells farthest out get the last color</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range of what is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colors from the least to the greatest value in sight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HelpMenu</name>
    <message>
        <source>About Tensorloupe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;h3&gt;Tensorloupe %1&lt;/h3&gt;&lt;p&gt;Looks inside model files.&lt;/p&gt;&lt;p&gt;Sources: MIT license. This program links Qt Charts and is distributed under the GNU General Public License, version 3.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Tensorloupe</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HexArea</name>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HexView</name>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes to show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte under the cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file to see its bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor has no bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No bytes here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte offset in the file: 4096, 0x1000, or +16 from the cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file has no header. %1 describes its contents.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The headers of this file are between its tensors. Choose Whole file to see them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file has no readable header.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor starts at %1, past the end of the file at %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1: the file ends %2 byte(s) too early</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Not an offset. Examples: 4096, 0x1000, +16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No byte %1. The last one is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <comment>index, value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s) selected</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %1 byte(s) can be copied at once</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 byte(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::HistogramBars</name>
    <message>
        <source>%1 values, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HistogramCanvas</name>
    <message>
        <source>Histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements, log scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, symlog, linear within ±%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HistogramChart</name>
    <message>
        <source>median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HistogramControls</name>
    <message>
        <source>Log counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count on a logarithmic scale, so that rare values show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Symlog values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values on a symmetric logarithmic scale: linear close to 0, logarithmic on both sides of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many bins of equal width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>64 bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>256 bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1024 bins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all values, or those between two quantiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1–99 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0.1–99.9 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the bins as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole range again (0). Drag across the chart, turn the wheel, or press + and − to zoom; Shift+arrows move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy or save the histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy edges and counts as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More histogram options</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HistogramModel</name>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HistogramPage</name>
    <message>
        <source>Select a tensor to see how its values are distributed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HistogramTable</name>
    <message>
        <source>Bins of the histogram</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::HistogramView</name>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All elements are null.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All values are NaN or infinite: their counts stand beside.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1–99 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0.1–99.9 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 outlier – clip to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 outliers – clip to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bins, linear within ±%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, each at least %2 × %3 spacing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bins, one per integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bins of %2 integers each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bins of width %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 spacing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 × %3 spacing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 below %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 above %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 null left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 nulls left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute the figures of this tensor after all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the bars show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor to see how its values are distributed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers that are counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the stored numbers and their scales come to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole numbers that are stored, before scales are applied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save histogram</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::JobWords</name>
    <message>
        <source>%1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::LayerMap</name>
    <message>
        <source>NaN or Inf on one side only: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other NaN or Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not compared yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative L2 %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no relative L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max |A−B| %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest relative L2 %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 elements differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 pair(s): %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::LayersCanvas</name>
    <message>
        <source>Layers and roles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>blocks, roles</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 role(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1, all ending in %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::LayersLegend</name>
    <message>
        <source>Legend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN or Inf differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not compared yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≤ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≥ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative L2: ‖A − B‖ / ‖A‖</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>changed, no relative L2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::LayersTab</name>
    <message>
        <source>Cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures of the cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Build layer view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of both checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge repeated parts, such as experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details of the cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not build the layer view: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither checkpoint has tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hover over a cell for its figures</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::LeftOut</name>
    <message>
        <source>“%1”, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped: %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::LeftOutDialog</name>
    <message>
        <source>&amp;Copy all</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 item(s) skipped:</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 item(s) skipped, the first %2:</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skipped tensors and files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::MainWindow</name>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open another checkpoint without saving the changes to this one?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor matches the filter: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>filter: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare: choose A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare: choose B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON (*.json);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the window without saving the changes?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model file, or drop one here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload without saving the changes?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This checkpoint has no tensors.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor is named “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No scanned tensor matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder of shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export scan</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ManualWindow</name>
    <message>
        <source>Tensorloupe manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find on this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit, save, convert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command line</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::MergeList</name>
    <message>
        <source>&amp;Add…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoints to merge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::MergeSourcesModel</name>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 · %2 staged change(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::MetadataDifferenceModel</name>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::MetadataEditor</name>
    <message>
        <source>Add metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaced value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unusual line endings and spaces in this value become plain ones if you change it here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This key exists. Its value “%1” will be replaced.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::MetadataModel</name>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>will be removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>will be added</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::MetadataTab</name>
    <message>
        <source>Metadata of A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metadata (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metadata of both checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Neither checkpoint has metadata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full value in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full value in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not compare the metadata: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::MetadataTree</name>
    <message numerus="yes">
        <source>{%1 key(s)}</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>[%1 value(s)]</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more value(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::MetadataView</name>
    <message>
        <source>Add…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file has no metadata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full value of the selected row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a file to see its metadata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The metadata of this file is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value is too long to edit here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::NoticeBar</name>
    <message>
        <source>Notices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notice</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::NoticeRow</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::Notices</name>
    <message>
        <source>%1 was opened at the same time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. Showing the previous version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is one shard of a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the whole model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Salvage intact tensors…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try another…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing statistics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting the histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file of the model was deleted or moved. Showing the previous version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was deleted or moved. Showing the previous version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file changed on disk. Showing the previous version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 error(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 warning(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>errors and warnings, the first</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values are encrypted. This build cannot decrypt them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrong key or passphrase for the encrypted values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values are encrypted. Only names, dtypes and shapes are shown.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::OpenFilters</name>
    <message>
        <source>Model files (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::OutputFilesModel</name>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rewrite header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::OverviewView</name>
    <message>
        <source>Overview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model file, or drop one here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>variant %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bits per parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in headers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared, counted once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not whole, %1 missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Findings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeated blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; 1 block differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; %1 blocks differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Digest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stated digests</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::Page</name>
    <message>
        <source>Largest tensors</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairByteMap</name>
    <message>
        <source>A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not yet compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative L2 %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN or Inf differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not yet compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed, relative L2 %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Byte maps of A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hover to identify bytes, scroll to zoom</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairDetails</name>
    <message>
        <source>The selected pair</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairFiguresModel</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DType</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to another file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>within the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN/Inf only on this side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bitwise different</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max |A−B|</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean |A−B|</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMS of A−B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position (a guess)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>your confirmation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Null only on this side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max ULP distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not compared yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max relative L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min cosine</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairHeader</name>
    <message>
        <source>Path of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Totals of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 · %2 · %3 parameter(s) · %4</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::PairHeatMapReadout</name>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: A %2, B %3, B − A %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairHeatMapTab</name>
    <message>
        <source>Read the values of this pair after all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop reading values (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range of the colors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Automatic range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The full range, or 99 % of cells where the farthest reaches more than twice as far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colors up to the least and the greatest value of the whole slice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale of the colors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Separate scale for B − A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colors of B − A by the differences alone, so that small ones are seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colors of all three by the values of A and B, so that a small change looks small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heat maps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no difference in this part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no difference in this part of this slice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all values are equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no difference in this slice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairHistogramCharts</name>
    <message>
        <source>mean %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>σ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All values are NaN or infinite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All values are the same in A and B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values differ only where one is NaN or infinite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histograms of A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Histogram of the differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN, Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A: width %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A: within ±%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A · %1 differ
mean |B−A| %2 · max %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairHistogramTab</name>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting… %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save histogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count the values of this pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary of the chart</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairMessages</name>
    <message>
        <source>Select a tensor, or go to the next difference with Alt+Down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values of dtype %1 cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shape %1 has more elements than can be counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A and B are identical.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to compare yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor of this group.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not compared: the index of %1 places this tensor in %2, which does not have it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not compared: %1 stores this tensor in %2, which could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No difference: only %1 has this tensor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No difference: the shape is %1 in A and %2 in B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No difference: the values of %1 cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairPictures</name>
    <message>
        <source>A and B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Color scale of B − A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value of %1 under the pointer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heat map of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A, B, B − A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Color scale of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairValuesTab</name>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous element that differs in the whole tensor (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next element that differs in the whole tensor (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences, B minus A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All elements have the same value in A and in B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no values at this place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A   ◤ where the values differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B − A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>   %1 × %2 selected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairingDialog</name>
    <message>
        <source>Filter: part of a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaces the first match in each A name (RE2 regex; use \1…\9 for groups)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggested matches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tensors are matched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match renamed tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the pairs of which either name contains the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check all shown rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uncheck all shown rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Rules match %1 tensor(s).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 suggestion(s) confirmed.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Unmatched: %1 only in A, %2 only in B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No names match the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matching by content and position…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No unmatched tensors have the same dtype and shape.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing tensors that may be the same</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::RecentFilesModel</name>
    <message>
        <source>missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::RecentPairsMenu</name>
    <message>
        <source>Recent com&amp;parisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recent comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget recent comparisons</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::RenameGroupDialog</name>
    <message>
        <source>Rename tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace &amp;with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RE2 regex; use \1…\9 for groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No names match.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Current and new names</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) selected.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) will be renamed.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Showing the first %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One name becomes empty, which other programs may reject.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::RenamePreviewModel</name>
    <message>
        <source>rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rename of %1 tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Current name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New name</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::RenameRowsModel</name>
    <message>
        <source>same bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>confirmed before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is %2 in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::RenameRuleRows</name>
    <message>
        <source>No match in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression for names in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Changes %1 name(s) of A; all exist in B.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changes %1 name(s) of A, of which %2 exist in B. Not in B: %3, from %4.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Name in A, such as model\.(.*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name in B, such as transformer.\1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result of the rule</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::RenameTable</name>
    <message>
        <source>Suggested pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>confirmed before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::RenameTensorDialog</name>
    <message>
        <source>Rename tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A tensor needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another tensor has this name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problem with the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name in the file: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another tensor will get this name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ScanControl</name>
    <message>
        <source>Scan values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scanning the values of all tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show NaN</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scan saved to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scan failed: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>This filter needs values. %1 tensor(s) that have not been scanned are hidden.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Saving the scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 (scan stopped at %2 of %3 tensor(s))</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) could not be read: %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::SelectableLabel</name>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::SliceBar</name>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values per row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis shown as rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Axis shown as columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>axis %1: </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place on axis %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place on axis %1, from 0 to %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::StartPage</name>
    <message>
        <source>&amp;Open file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open f&amp;older…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Compare two…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Try a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model file (Ctrl+O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a folder with the shards of one model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose two checkpoints and compare them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a small model that comes with the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model file, or drop one here</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::StatedDigestsPanel</name>
    <message>
        <source>Verify</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verify the digests that the file states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file states digests of its tensors. Verify them to detect damage.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ from their stated digests.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The digests of %1 tensor(s) cover other bytes too, so the difference may be elsewhere.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) match their stated digests (%2).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) could not be read: %2.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have no stated digest.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::StatisticsModel</name>
    <message>
        <source>0.1 % quantile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 % quantile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>25 % quantile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>75 % quantile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>99 % quantile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>99.9 % quantile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Real part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imaginary part</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::StatisticsView</name>
    <message>
        <source>Statistics</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::StatusChips</name>
    <message>
        <source>changed:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only in A:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only in B:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only these pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only pairs with different names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only pairs with different dtypes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only pairs that moved within their file or to another file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::StatusLine</name>
    <message numerus="yes">
        <source>%1 shard(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>format, number of files</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::TableCopy</name>
    <message>
        <source>(only %1 of %2 rows were copied)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::TensorTreeModel</name>
    <message>
        <source>%1
will be deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, will be deleted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2 below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DType</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Health</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shard</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::TensorTreeView</name>
    <message>
        <source>Copy name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Python for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute digest…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model file, or drop one here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Copy %1 name(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ThemeMenu</name>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::TreeFormActions</name>
    <message>
        <source>Full t&amp;ree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flat l&amp;ist</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::UndoHistory</name>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::UnlockDialog</name>
    <message>
        <source>&amp;Passphrase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Key file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unlock values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File that holds the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>32 bytes, or 64 hexadecimal digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values in %1 are encrypted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unlock</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::UnsavedGuard</name>
    <message>
        <source>Unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ValueMessages</name>
    <message>
        <source>Reading %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor to see its values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values of dtype %1 cannot be read; see Hex.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shape %1 has more elements than can be counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ValuePane</name>
    <message>
        <source>

… and %1 more characters: copying the row above takes them all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ValueText</name>
    <message>
        <source>element %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ValuesArea</name>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ValuesPanel</name>
    <message>
        <source>Read the values after all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scientific</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hex</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shortest text that reads back as the same value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bits of each value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An index such as [3, 17], negative from the end, or a number in row-major order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>← %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 →</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop searching (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value under the cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With an exponent and as many digits as the dtype may need</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole numbers are shown with all their digits; only floats have an exponent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not an index of shape %1: write [3, 17] or a number</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ValuesView</name>
    <message>
        <source>NaN/Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous NaN or infinity in the whole tensor (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next NaN or infinity in the whole tensor (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor has no NaN and no infinity.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> = %1   0x%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>   %1 × %2 selected</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ViewControls</name>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Real part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imaginary part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Magnitude</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of the complex values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show everything (0). Zoom with the wheel or + and −; pan by dragging or with the arrow keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::WindowActions</name>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare &amp;with…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Salva&amp;ge intact tensors…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Convert…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Merge…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export sca&amp;n…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lose window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy names of selected tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Expand all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;ollapse all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort by &amp;name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a checkpoint (Ctrl+O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the file again (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with another checkpoint (Ctrl+Shift+M)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write another file of what is open (Ctrl+Shift+S)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the selected tensors for other programs (Ctrl+E)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open r&amp;ecent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;opy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget recent files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scan &amp;values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop looking at the tensors&apos; values (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for NaN, infinities and other trouble in all tensors (Ctrl+Shift+V)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::WriteControl</name>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Salvage intact tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Convert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>-merged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <comment>file, tensors, size</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>tensor, file</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all shown tensors of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 selected row(s) of %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %2 staged change(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::WriteDialog</name>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add at least two checkpoints.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write values that overflow?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Write anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the checkpoints that could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. The finished files were kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::WriteForm</name>
    <message>
        <source>&amp;Browse…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On&amp;e file per tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Verify after writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where to write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write to a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop s&amp;hared tensors (write each storage once)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max shard size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most bytes of tensors in a shard, such as 5 GB or 500 MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Max shard size</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) share the storage of another one</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Max shard size: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::WritePreview</name>
    <message>
        <source>Cast %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the first of each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the intact tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 (%3) of header rewritten in place</source>
        <comment>tensors, size, bytes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>tensors, files</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>size, bytes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free</source>
        <comment>disk space</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Skip %1 tensor(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Files to write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preparing the preview…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking which tensors are intact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing the loss of the casts</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s) stay in the folder but are no longer part of the model: %2</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::WriteStatus</name>
    <message>
        <source>Write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing and verifying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written and verified: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rewrite header</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Write, replacing %1 file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Progress of writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header rewritten in place and verified: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header rewritten in place: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::WritingPreview</name>
    <message>
        <source>%1, and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tensors are intact.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose where to write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder %1 does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensors left to write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selection may lack tensors, as part of the model could not be read: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) are incomplete; the first is %2 (%3).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 is a source file: write the intact tensors to another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 quantized tensor(s) are dequantized, which takes more space.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has errors; the tensors that it lists are copied unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) of integers or booleans become floats.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>NumPy has no %1. These tensors are written as F32, which keeps every value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 files cannot hold %2 (%3 tensor(s), the first is %4).</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) may have differences beyond the range of %2; the first is %3. They are written as the smallest or largest number of that dtype, or as infinity.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have the name of an earlier one; the first is %2. The earlier one is from the checkpoint further up in the list.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have the name of an earlier one in the file; the first is %2.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is a folder. Enter the name of a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a file, not a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder %1 is not writable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 files hold one tensor. Write one file per tensor, or choose npz.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These files stay on disk but are no longer part of the model: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other models also use the replaced files and may stop loading: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hard links to the replaced files keep the old content: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the header is rewritten, in place; the values are not touched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not enough disk space: %1 needed, %2 free.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
