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
        <source>There are no bytes.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::CastCost</name>
    <message>
        <source>keeps every value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 become 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 NaN become numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max error %1 (relative %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 change</source>
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
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write %1 as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the cast of %1 costs</source>
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
        <source>leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>staged, from %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the values are being read…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what it costs is not known</source>
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
        <source>No tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 paired under another name, as you chose when these two were compared before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 paired under another name, as --map says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 paired under another name, as you chose.</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>The values of %1 are encrypted: this build of the program cannot open them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key or passphrase does not open the encrypted values of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values of %1 are encrypted: only names, dtypes and shapes are compared.</source>
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
        <source>The values of %1 of %2 were compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 only in A and %2 only in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is not kept for next time: %1.</source>
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
        <source>%1: some may be the same under another name.</source>
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
        <source>There is no difference below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no difference above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is hidden by the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compared is what is on disk: the changes that are staged in %1 are in no file yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::CompareWindow</name>
    <message>
        <source>%1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening both checkpoints.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to compare: a checkpoint could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening was stopped; press F5 to retry.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no tensors in either checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pair matches the filter: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no tensor named “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the comparison</source>
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
</context>
<context>
    <name>loupe::Comparison</name>
    <message>
        <source>1 of %1 differs: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 differ, all in %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 tensor differs in name or dtype only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tensors differ in name or dtype only</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>Only the metadata differs: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (so far)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; also %2</source>
        <translation type="unfinished"></translation>
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
        <source>%1 − %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all that differs among what is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all that differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what differs in the %1 that are selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export B − A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
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
        <source>Digest to compare with</source>
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
        <source>, %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, beside the file, states its %2 digest: choose %2 and compute to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, beside the file, states its %2 digest: compute it to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The digest is the one that %1 states.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The digests are the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 states another digest: these are not the bytes that it is about.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The digests differ: these are not the same bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 states the %2 digest: choose that to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pasted digest has another length: choose the algorithm that made it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pasted text is not a digest of hexadecimal digits.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::DragOutControl</name>
    <message>
        <source>Not dragged: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing what is dragged; keep holding it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::DropControl</name>
    <message>
        <source>Drop to open %1 files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to open or compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to open</source>
        <translation type="unfinished"></translation>
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
        <source>%1 left as before: a dtype that cannot be cast.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tensor is to be deleted: revert that before it is renamed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name is too long to be edited: choose its group, and rename by a regular expression.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The changes are saved in %1. This window still shows them staged on the original.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open saved file</source>
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
        <source>A place in the file, in bytes: 4096, 0x1000, or +16 from where you are</source>
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
        <source>This file has no header: %1 says what lies in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The headers of this file stand between its tensors: see File.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file has no header that could be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor has no bytes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This tensor&apos;s bytes would begin at %1, past the end of the file at %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: the file ends %2 bytes too early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not an offset: write 4096, 0x1000 or +16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No byte %1: the last one is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No bytes here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 bytes selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most %1 bytes can be copied at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied %1 bytes</source>
        <translation type="unfinished"></translation>
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
        <source>%1 differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest relative L2 %1</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, all ending in %1</source>
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
        <source>changed, without a relative L2</source>
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
</context>
<context>
    <name>loupe::LayersTab</name>
    <message>
        <source>One row for repeated parts, such as experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures of the cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More about the cell</source>
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
        <source>The layers cannot be laid out: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Laying out the layers was stopped. Press Compute to start again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no tensors in either checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a cell to read it</source>
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
        <source>%1, and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out: %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::LeftOutDialog</name>
    <message>
        <source>%1 left out:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left out, the first %2:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
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
        <source>There are no tensors in this checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no tensor named “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No tensor whose values were looked at matches the filter.</source>
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
        <source>Open a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a folder with the shards of one model</source>
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
        <source>Compare with a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the scan</source>
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
        <source>is being opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
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
        <source>What is replaced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value has line ends or spaces of other kinds: they become plain ones when it is changed here.</source>
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
        <source>There is such a key: its value “%1” is replaced.</source>
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
        <source>Whole value in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole value in B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the metadata after all</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>The metadata cannot be compared: %1</source>
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
</context>
<context>
    <name>loupe::MetadataView</name>
    <message>
        <source>Whole value</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>The value of the row selected above, in full</source>
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
        <source>The metadata of a file stands here once one is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has a place for metadata and nothing in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file has no metadata.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value is too long to be edited here</source>
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
        <source>A file of the model was deleted or moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was deleted or moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: showing the previous version.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file changed on disk: showing the previous version.</source>
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
        <source>The values are encrypted: this build of the program cannot open them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key or passphrase does not open the encrypted values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The values are encrypted: only names, dtypes and shapes are shown.</source>
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
        <source>%1 bytes</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>The bytes of A and B would be here, to one scale.</source>
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
        <source>their bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>their place, a guess</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what you confirmed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>their name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paired by</source>
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
        <source>Null only here</source>
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
        <source>Largest ULP distance</source>
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
        <source> not looked at yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> renamed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> of another dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest |A−B|</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest relative L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest cosine</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairHeader</name>
    <message>
        <source>%1 · %2 · %3 parameters · %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Totals of %1</source>
        <translation type="unfinished"></translation>
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
        <source>B %1 A: width %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B %1 A: within ±%2</source>
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
        <source>B %1 A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B %1 A · %2 differ
mean |B%1A| %3 · largest %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN, Inf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B %1 A: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::PairHistogramTab</name>
    <message>
        <source>Count the values of this pair after all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the bars show</source>
        <translation type="unfinished"></translation>
    </message>
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
</context>
<context>
    <name>loupe::PairMessages</name>
    <message>
        <source>The selected pair stands here once both checkpoints are open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor, or go to the next difference with Alt+Down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tensor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a group: select one of its tensors.</source>
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
        <source>Not compared: %1 should have this tensor in %2, which does not have it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not compared: %1 has this tensor in %2, which could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only %1 has this tensor, so nothing can be subtracted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shapes differ, %1 in A and %2 in B, so nothing can be subtracted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values in %1 cannot be read, so nothing can be subtracted.</source>
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
        <source>Pair tensors under other names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter: part of a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the pairs of which one name holds what is typed.</source>
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
        <source>Check the rows that the filter shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uncheck the rows that the filter shows</source>
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
        <source>%1 paired by rules, %2 of %3 confirmed. Left without a partner: %4 only in A, %5 only in B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No name holds what the filter says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for tensors of the same bytes, or in the same place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tensors are matched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing that is left has a partner of its dtype and shape that could be the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading tensors that may be the same</source>
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
        <source>%1 chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No names match.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 will be renamed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first %1 are shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One gets an empty name, which other programs may not expect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Current and new names</source>
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
        <source>same place</source>
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
        <source>Paired by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confidence</source>
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
        <source>Found in %1 of A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, which has a partner.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, and all have a partner.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none of them has a partner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of them have a partner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2. Not in B: %3, from %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in A, such as model\.(.*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression for names in A</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in B, such as transformer.\1</source>
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
    <message>
        <source>What the rule comes to</source>
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
        <source>Why it cannot be the name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the file: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A tensor needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another tensor is to be renamed to this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another tensor has this name.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::ScanControl</name>
    <message>
        <source>The scan was written to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scan ended early: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The filter asks for values, and %1 may not have been looked at yet: the filter hides them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scan values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scanning the values of all tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (the scan was stopped at %1 of %2)</source>
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
        <source>%1 could not be read: %2</source>
        <translation type="unfinished"></translation>
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
        <source>The file states digests of its tensors: look whether they are what they were.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 not what the file states.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The digest of %1 covers more than the tensor: the difference may be elsewhere.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 what the file states (%2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It states no digest for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
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
        <source>Show only pairs with two names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only pairs with two dtypes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only pairs that lie in another file or elsewhere in their file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to compare</source>
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
        <source>Show all of it again (0). Turn the wheel, or press + and −, to zoom; drag, or press the arrows, to move</source>
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
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all tensors that are shown of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the %1 that are selected in %2</source>
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
        <source>%1 · %2 staged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <translation type="unfinished"></translation>
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
        <source>Remove what could not be opened from the list, or it would be missing unnoticed.</source>
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
        <source>Stopped: the files that were finished stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped: nothing was written.</source>
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
        <source>Drop s&amp;hared tensors: write each storage once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Verify after writing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as now</source>
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
        <source>Size of shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most bytes of tensors in a shard, such as 5 GB or 500 MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of at &amp;most</source>
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
        <source>%1 tensors have the storage of another one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of shards: %1.</source>
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
</context>
<context>
    <name>loupe::WritePreview</name>
    <message>
        <source>Nothing can be written yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; the header alone is rewritten, %2 (%3), in place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; %1 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cast %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out %1</source>
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
        <source>What would be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is to be written is being worked out…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the values, to see what is whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the values that are cast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no longer part of the model; it stays in the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are no longer part of the model; they stay in the folder.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>loupe::WriteStatus</name>
    <message>
        <source>Rewrite the header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write, replacing %1</source>
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
        <source>How much is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was written</source>
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
        <source>The header was rewritten in place and verified: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header was rewritten in place: %1</source>
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
        <source>No tensor is left to be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More may belong to what is selected: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors that are not whole: %1, the first is %2, %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 belongs to the source: what is whole can be written to another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is quantized (%1) is written as its values, which take more room.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not valid; the tensors that it lists are copied as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Integers or booleans become floats: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NumPy has no %1: written as F32, which holds every value exactly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 files cannot hold %2: %3, the first is %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences that go beyond what %1 holds may be in %2, the first is %3: they are written as its smallest or largest number, or as infinity.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors whose name another one has already: %1, the first is %2. To keep the first of each is to keep the one %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the checkpoint that stands first in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>that comes first in the file</source>
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
        <source>%1 is a folder: name a file in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a file, and not a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 cannot be written to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 files hold one tensor: give each a file of its own, or choose npz.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These files of the model stay, but are no longer part of it: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is replaced is part of other models too, which may not fit it then: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other names (hard links) of what is replaced keep the old content: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the header is rewritten, in its place; the values stay where they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room: %1 are to be written, and %2 are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
