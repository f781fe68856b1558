<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>loupe::AdapterControl</name>
    <message>
        <source>Merge LoRA</source>
        <translation>LoRA zusammenführen</translation>
    </message>
    <message>
        <source>Resize LoRA</source>
        <translation>LoRA verkleinern</translation>
    </message>
    <message>
        <source>Convert LoRA names</source>
        <translation>LoRA mit anderen Namen speichern</translation>
    </message>
    <message>
        <source>Extract LoRA</source>
        <translation>LoRA extrahieren</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>base, tuned model</comment>
        <translation>%1 und %2</translation>
    </message>
</context>
<context>
    <name>loupe::AdapterModel</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1, rows %2 to %3</source>
        <comment>tensor</comment>
        <translation>%1, Zeilen %2 bis %3</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>99 % rank</source>
        <translation>Rang für 99 %</translation>
    </message>
    <message>
        <source>In the base</source>
        <translation>Im Basismodell</translation>
    </message>
    <message>
        <source>The tensor of the chosen base that is changed, or why there is none</source>
        <translation>Der Tensor des gewählten Basismodells, der geändert wird, oder warum es keinen gibt</translation>
    </message>
    <message>
        <source>0: the module was never trained</source>
        <translation>0: Das Modul wurde nie trainiert</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Frobenius norm of the update, with its scale: the root of the sum of its squared elements</source>
        <translation>Frobeniusnorm der Änderung, mit ihrem Faktor: die Wurzel der Summe ihrer quadrierten Elemente</translation>
    </message>
    <message>
        <source>How many singular values have 99 % of the update&apos;s squared norm, largest first</source>
        <translation>Wie viele Singulärwerte, die größten zuerst, 99 % der quadrierten Norm der Änderung haben</translation>
    </message>
    <message>
        <source>Alpha divided by the rank, or by its root: the update is scale · B · A. For LoHa, B · A is the elementwise product of two such products; for LoKr, the Kronecker product of two matrices</source>
        <translation>Alpha geteilt durch den Rang oder dessen Wurzel: Die Änderung ist Faktor · B · A. Bei LoHa steht für B · A das elementweise Produkt zweier solcher Produkte, bei LoKr das Kronecker-Produkt zweier Matrizen</translation>
    </message>
    <message>
        <source>The part of the model that the adapter changes</source>
        <translation>Der Teil des Modells, den der Adapter ändert</translation>
    </message>
    <message>
        <source>How the update is stored</source>
        <translation>Wie die Änderung gespeichert ist</translation>
    </message>
    <message>
        <source>The number of rows of the factor A (down); for LoHa and LoKr, the inner dimension of their products. Empty if the matrices are stored whole</source>
        <translation>Die Anzahl der Zeilen des Faktors A (down); bei LoHa und LoKr die innere Dimension ihrer Produkte. Leer, wenn die Matrizen als Ganzes gespeichert sind</translation>
    </message>
    <message>
        <source>From the file, its metadata or adapter_config.json next to it</source>
        <translation>Aus der Datei, ihren Metadaten oder adapter_config.json daneben</translation>
    </message>
</context>
<context>
    <name>loupe::AdapterPanel</name>
    <message>
        <source>Merge…</source>
        <translation>Zusammenführen …</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>The model that the adapter changes: whether each module has its place in it</source>
        <translation>Das Modell, das der Adapter ändert: ob jedes Modul seinen Platz darin hat</translation>
    </message>
    <message>
        <source>Reading the factors…</source>
        <translation>Die Faktoren werden gelesen …</translation>
    </message>
    <message>
        <source>Choose base</source>
        <translation>Basismodell wählen</translation>
    </message>
    <message numerus="yes">
        <source>%1 of them fit %2.</source>
        <translation>
            <numerusform>%1 davon passt zu %2.</numerusform>
            <numerusform>%1 davon passen zu %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>alpha %1</source>
        <translation>Alpha %1</translation>
    </message>
    <message>
        <source>scale %1</source>
        <translation>Skala %1</translation>
    </message>
    <message>
        <source>Each: %1.</source>
        <comment>kind, rank, alpha, scale</comment>
        <translation>Jedes: %1.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>figure, definition</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Write a base with the changes of the adapter</source>
        <translation>Ein Basismodell mit den Änderungen des Adapters schreiben</translation>
    </message>
    <message>
        <source>Resize…</source>
        <translation>Verkleinern …</translation>
    </message>
    <message>
        <source>Write the adapter with smaller ranks; says first how much is kept</source>
        <translation>Den Adapter mit kleineren Rängen schreiben; vorher steht da, wie viel erhalten bleibt</translation>
    </message>
    <message>
        <source>Convert names…</source>
        <translation>Andere Namen …</translation>
    </message>
    <message>
        <source>Write the adapter with the names of another program: PEFT, kohya, diffusers, or ComfyUI</source>
        <translation>Den Adapter mit den Namen eines anderen Programms schreiben: PEFT, kohya, diffusers oder ComfyUI</translation>
    </message>
    <message>
        <source>Module: a part of the model that is changed</source>
        <translation>Modul: ein Teil des Modells, der geändert wird</translation>
    </message>
    <message numerus="yes">
        <source>%1 module(s), %2 names.</source>
        <translation>
            <numerusform>%1 Modul, Namen von %2.</numerusform>
            <numerusform>%1 Module, Namen von %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::AdapterReport</name>
    <message numerus="yes">
        <source>%1 module(s) change %2 of the base.</source>
        <translation>
            <numerusform>%1 Modul ändert %2 des Basismodells.</numerusform>
            <numerusform>%1 Module ändern %2 des Basismodells.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 module(s) do not fit the base and are not merged. The first is %2: %3.</source>
        <translation>
            <numerusform>%1 Modul passt nicht zum Basismodell und wird nicht zusammengeführt. Es ist %2: %3.</numerusform>
            <numerusform>%1 Module passen nicht zum Basismodell und werden nicht zusammengeführt. Das erste ist %2: %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) of the adapter belong to no module and are not merged.</source>
        <translation>
            <numerusform>%1 Tensor des Adapters gehört zu keinem Modul und wird nicht zusammengeführt.</numerusform>
            <numerusform>%1 Tensoren des Adapters gehören zu keinem Modul und werden nicht zusammengeführt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ArchitectureDrawing</name>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Einbettung</translation>
    </message>
    <message>
        <source>Embedding: %1 tokens, %2 numbers each</source>
        <translation>Einbettung: %1 Token zu je %2 Zahlen</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <comment>how often a block repeats</comment>
        <translation>%1 ×</translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s), one after the other</source>
        <translation>
            <numerusform>%1 Block</numerusform>
            <numerusform>%1 Blöcke nacheinander</numerusform>
        </translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>State space</source>
        <translation>Zustandsraum</translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s)</source>
        <translation>
            <numerusform>%1 Kopf</numerusform>
            <numerusform>%1 Köpfe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of a model, what it has</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>Feed-forward</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>experts</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>gemeinsam</translation>
    </message>
    <message>
        <source>Head: shares the weights of the embedding</source>
        <translation>Kopf: teilt Gewichte mit der Einbettung</translation>
    </message>
    <message>
        <source>heads unknown</source>
        <translation>Köpfe unbekannt</translation>
    </message>
    <message>
        <source>%1 × dense, then %2 × with experts</source>
        <comment>kinds of blocks</comment>
        <translation>%1 × dicht, dann %2 × mit Experten</translation>
    </message>
    <message>
        <source>%1 + %2 ×</source>
        <comment>how often two kinds of blocks repeat</comment>
        <translation>%1 + %2 ×</translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s), one after the other: the first %2 without experts, then %3 with experts</source>
        <translation>
            <numerusform>%1 Block: die ersten %2 ohne Experten, dann %3 mit Experten</numerusform>
            <numerusform>%1 Blöcke nacheinander: die ersten %2 ohne Experten, dann %3 mit Experten</numerusform>
        </translation>
    </message>
    <message>
        <source>Head: not tied to the embedding</source>
        <translation>Ausgabe: nicht mit der Einbettung geteilt</translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s), KV compressed to %2</source>
        <translation>
            <numerusform>%1 Kopf, KV auf %2 komprimiert</numerusform>
            <numerusform>%1 Köpfe, KV auf %2 komprimiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s) (%2 KV)</source>
        <translation>
            <numerusform>%1 Kopf (%2 KV)</numerusform>
            <numerusform>%1 Köpfe (%2 KV)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 per token</source>
        <comment>experts</comment>
        <translation>%1, %2 je Token</translation>
    </message>
</context>
<context>
    <name>loupe::BaseButton</name>
    <message>
        <source>&amp;File…</source>
        <translation>&amp;Datei …</translation>
    </message>
    <message>
        <source>F&amp;older…</source>
        <translation>&amp;Ordner …</translation>
    </message>
    <message>
        <source>Choose base</source>
        <translation>Basismodell wählen</translation>
    </message>
</context>
<context>
    <name>loupe::BaseChoice</name>
    <message>
        <source>Base</source>
        <translation>Basismodell</translation>
    </message>
    <message>
        <source>File or folder of the model</source>
        <translation>Datei oder Ordner des Modells</translation>
    </message>
    <message>
        <source>Choose base</source>
        <translation>Basismodell wählen</translation>
    </message>
</context>
<context>
    <name>loupe::ByteMap</name>
    <message>
        <source>Color by dtype</source>
        <translation>Farben nach Datentyp</translation>
    </message>
    <message>
        <source>Color by group</source>
        <translation>Farben nach Gruppe</translation>
    </message>
    <message>
        <source>Color by size</source>
        <translation>Farben nach Größe</translation>
    </message>
    <message>
        <source>Hover to identify bytes, scroll to zoom</source>
        <translation>Zeigen, um Bytes zu bestimmen; scrollen, um zu vergrößern</translation>
    </message>
    <message>
        <source>Unknown dtype</source>
        <translation>Unbekannter Datentyp</translation>
    </message>
    <message>
        <source>Colors alternate between groups</source>
        <translation>Die Farben wechseln von Gruppe zu Gruppe</translation>
    </message>
    <message>
        <source>claimed by no tensor</source>
        <translation>von keinem Tensor beansprucht</translation>
    </message>
    <message>
        <source>claimed by more than one tensor</source>
        <translation>von mehr als einem Tensor beansprucht</translation>
    </message>
    <message>
        <source>after the last tensor</source>
        <translation>nach dem letzten Tensor</translation>
    </message>
    <message>
        <source>part of the file, but no tensor</source>
        <translation>Teil der Datei, aber kein Tensor</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>Length field</source>
        <translation>Längenfeld</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Füllbytes</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Hole</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Gemeinsam</translation>
    </message>
    <message>
        <source>Trailing bytes</source>
        <translation>Überzählige Bytes</translation>
    </message>
    <message>
        <source>Other content</source>
        <translation>Anderer Inhalt</translation>
    </message>
    <message>
        <source>Past the end</source>
        <translation>Hinter dem Ende</translation>
    </message>
    <message>
        <source>Unread</source>
        <translation>Nicht gelesen</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1 (%2 von %3)</translation>
    </message>
    <message>
        <source>Colors of the byte map</source>
        <translation>Farben der Byte-Karte</translation>
    </message>
    <message>
        <source>length of the header</source>
        <translation>Länge des Headers</translation>
    </message>
    <message>
        <source>padding in the header</source>
        <translation>Füllbytes im Header</translation>
    </message>
    <message>
        <source>shared by several tensors</source>
        <translation>von mehreren Tensoren gemeinsam benutzt</translation>
    </message>
    <message>
        <source>Not decoded</source>
        <translation>Nicht dekodiert</translation>
    </message>
    <message>
        <source>declared by a tensor, but missing from the file</source>
        <translation>von einem Tensor angegeben, fehlt aber in der Datei</translation>
    </message>
    <message>
        <source>%1 here, %2 in the whole tensor</source>
        <translation>%1 hier, %2 im ganzen Tensor</translation>
    </message>
</context>
<context>
    <name>loupe::ByteMapLegend</name>
    <message>
        <source>Legend: %1</source>
        <translation>Legende: %1</translation>
    </message>
    <message>
        <source>%1 to %2, logarithmic</source>
        <translation>%1 bis %2, logarithmisch</translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation>+%1 weitere</translation>
    </message>
</context>
<context>
    <name>loupe::ByteMapStrips</name>
    <message>
        <source>Byte map</source>
        <translation>Byte-Karte</translation>
    </message>
    <message>
        <source>No bytes</source>
        <translation>Keine Bytes</translation>
    </message>
    <message>
        <source>%1 · hidden by the filter</source>
        <translation>%1 · vom Filter ausgeblendet</translation>
    </message>
</context>
<context>
    <name>loupe::CastCost</name>
    <message>
        <source>keeps every value</source>
        <translation>erhält jeden Wert</translation>
    </message>
    <message numerus="yes">
        <source>%1 become 0</source>
        <translation>
            <numerusform>%1 wird 0</numerusform>
            <numerusform>%1 werden 0</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 NaN become numbers</source>
        <translation>
            <numerusform>%1 NaN wird zur Zahl</numerusform>
            <numerusform>%1 NaN werden zu Zahlen</numerusform>
        </translation>
    </message>
    <message>
        <source>max error %1 (relative %2)</source>
        <translation>max. Fehler %1 (relativ %2)</translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s) overflow</source>
        <translation>
            <numerusform>%1 Wert läuft über</numerusform>
            <numerusform>%1 Werte laufen über</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of values change</source>
        <translation>%1 der Werte ändern sich</translation>
    </message>
</context>
<context>
    <name>loupe::CastRows</name>
    <message>
        <source>unknown type</source>
        <translation>unbekannter Typ</translation>
    </message>
    <message>
        <source>Write %1 as</source>
        <translation>%1 schreiben als</translation>
    </message>
    <message>
        <source>raw bits (V%1, for ml_dtypes)</source>
        <translation>rohe Bits (V%1, für ml_dtypes)</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Beibehalten</translation>
    </message>
    <message>
        <source>cast to %1</source>
        <translation>umwandeln in %1</translation>
    </message>
    <message>
        <source>staged, from %1: %2</source>
        <translation>vorgemerkt, aus %1: %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>tensors, size</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Loss of casting %1</source>
        <translation>Verlust beim Umwandeln von %1</translation>
    </message>
    <message>
        <source>skip</source>
        <translation>auslassen</translation>
    </message>
    <message>
        <source>reading values…</source>
        <translation>Werte werden gelesen …</translation>
    </message>
    <message>
        <source>loss unknown</source>
        <translation>Verlust unbekannt</translation>
    </message>
</context>
<context>
    <name>loupe::CellFigure</name>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Bits per weight</source>
        <translation>Bits je Gewicht</translation>
    </message>
    <message>
        <source>DType</source>
        <translation>DType</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>Nullen</translation>
    </message>
    <message>
        <source>NaN and infinities</source>
        <translation>NaN und Unendlich</translation>
    </message>
    <message>
        <source>Bytes in the files. Several tensors in a cell: the sum.</source>
        <translation>Bytes in den Dateien. Bei mehreren Tensoren in einer Zelle: die Summe.</translation>
    </message>
    <message>
        <source>Bits in the files for each element, scales and other parts of quantized weights included. Several tensors in a cell: of all of them together.</source>
        <translation>Bits in den Dateien je Element, mit Skalen und anderen Teilen quantisierter Gewichte. Bei mehreren Tensoren in einer Zelle: von allen zusammen.</translation>
    </message>
    <message>
        <source>Type of the elements, as the file spells it.</source>
        <translation>Typ der Elemente, wie die Datei ihn schreibt.</translation>
    </message>
    <message>
        <source>Root of the mean squared distance of the finite values from their mean. Several tensors in a cell: of all their values together.</source>
        <translation>Wurzel des mittleren quadratischen Abstands der endlichen Werte von ihrem Mittel. Bei mehreren Tensoren in einer Zelle: von allen ihren Werten zusammen.</translation>
    </message>
    <message>
        <source>Largest |x| of the finite values.</source>
        <translation>Größtes |x| der endlichen Werte.</translation>
    </message>
    <message>
        <source>Elements that are 0, in percent of all elements. Several tensors in a cell: of all their elements together.</source>
        <translation>Elemente, die 0 sind, in Prozent aller Elemente. Bei mehreren Tensoren in einer Zelle: von allen ihren Elementen zusammen.</translation>
    </message>
    <message>
        <source>Number of elements that are NaN or infinite.</source>
        <translation>Anzahl der Elemente, die NaN oder unendlich sind.</translation>
    </message>
    <message>
        <source>Distance of the farthest value from the mean, in standard deviations (σ) of the other values. Beyond 1,000 σ it is an outlier. Several tensors in a cell: the largest of them.</source>
        <translation>Abstand des fernsten Wertes vom Mittel, in Standardabweichungen (σ) der anderen Werte. Über 1.000 σ ist er ein Ausreißer. Bei mehreren Tensoren in einer Zelle: der größte davon.</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Stable rank</source>
        <translation>Stabiler Rang</translation>
    </message>
    <message>
        <source>Sum of the squares of all values, divided by the square of the largest singular value: ‖A‖F² / σ1². A matrix has at least 1, and at most its rank. Dimensions after the first one are columns. Several tensors in a cell: the mean.</source>
        <translation>Summe der Quadrate aller Werte, geteilt durch das Quadrat des größten Singulärwerts: ‖A‖F² / σ1². Eine Matrix hat mindestens 1 und höchstens ihren Rang. Dimensionen nach der ersten sind Spalten. Mehrere Tensoren in einer Zelle: der Mittelwert.</translation>
    </message>
    <message>
        <source>Frobenius norm of the update that the module of the tensor makes: ‖s · B · A‖F. Both factors have that of their module. Where nothing says the scale s, it is 1. Several tensors in a cell: the root of the sum of the squares.</source>
        <translation>Frobeniusnorm der Änderung, die das Modul des Tensors macht: ‖s · B · A‖F. Beide Faktoren haben die ihres Moduls. Wo nirgends steht, wie groß der Faktor s ist, ist er 1. Mehrere Tensoren in einer Zelle: die Wurzel der Summe der Quadrate.</translation>
    </message>
    <message>
        <source>Max |x|</source>
        <translation>Max |x|</translation>
    </message>
    <message>
        <source>Max σ (outliers)</source>
        <translation>Max σ (Ausreißer)</translation>
    </message>
    <message>
        <source>Update norm</source>
        <translation>Norm der Änderung</translation>
    </message>
</context>
<context>
    <name>loupe::ChangesModel</name>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Tensor or key</source>
        <translation>Tensor oder Schlüssel</translation>
    </message>
    <message>
        <source>Becomes</source>
        <translation>Wird zu</translation>
    </message>
    <message>
        <source>%1 renamed</source>
        <translation>%1 umbenannt</translation>
    </message>
    <message>
        <source>%1 cast</source>
        <translation>%1 umgewandelt</translation>
    </message>
    <message>
        <source>%1 deleted</source>
        <translation>%1 gelöscht</translation>
    </message>
    <message>
        <source>Two tensors would be named “%1”: no file can hold both.</source>
        <translation>Zwei Tensoren hießen dann „%1“: Keine Datei kann beide enthalten.</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>Umbenannt</translation>
    </message>
    <message>
        <source>Cast</source>
        <translation>Umgewandelt</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <source>Key changed</source>
        <translation>Schlüssel geändert</translation>
    </message>
    <message>
        <source>Key added</source>
        <translation>Schlüssel hinzugefügt</translation>
    </message>
    <message>
        <source>Key removed</source>
        <translation>Schlüssel entfernt</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message numerus="yes">
        <source>Renamed %1 tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor umbenannt</numerusform>
            <numerusform>%1 Tensoren umbenannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cast %1 tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor umgewandelt</numerusform>
            <numerusform>%1 Tensoren umgewandelt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %1 tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor gelöscht</numerusform>
            <numerusform>%1 Tensoren gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Removed %1 key(s)</source>
        <translation>
            <numerusform>%1 Schlüssel entfernt</numerusform>
            <numerusform>%1 Schlüssel entfernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changed %1 key(s)</source>
        <translation>
            <numerusform>%1 Schlüssel geändert</numerusform>
            <numerusform>%1 Schlüssel geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>→ %1</source>
        <translation>→ %1</translation>
    </message>
    <message>
        <source>→ %1, …</source>
        <translation>→ %1, …</translation>
    </message>
    <message>
        <source>%1, …</source>
        <translation>%1, …</translation>
    </message>
    <message>
        <source>No longer applies</source>
        <translation>Gilt nicht mehr</translation>
    </message>
    <message>
        <source>This action no longer changes anything, as it depends on an action that was undone.</source>
        <translation>Diese Aktion ändert nichts mehr, da sie von einer zurückgenommenen Aktion abhängt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) renamed</source>
        <translation>
            <numerusform>%1 Tensor umbenannt</numerusform>
            <numerusform>%1 Tensoren umbenannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) cast</source>
        <translation>
            <numerusform>%1 Tensor umgewandelt</numerusform>
            <numerusform>%1 Tensoren umgewandelt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) deleted</source>
        <translation>
            <numerusform>%1 Tensor gelöscht</numerusform>
            <numerusform>%1 Tensoren gelöscht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 metadata key(s) changed</source>
        <translation>
            <numerusform>%1 Schlüssel der Metadaten geändert</numerusform>
            <numerusform>%1 Schlüssel der Metadaten geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) would have the name of another one, the first is “%2”: no file can hold both.</source>
        <translation>
            <numerusform>%1 Tensor hätte den Namen eines anderen, „%2“: Keine Datei kann beide enthalten.</numerusform>
            <numerusform>%1 Tensoren hätten die Namen anderer, der erste ist „%2“: Keine Datei kann beide enthalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <comment>group, tensors that are changed, tensors in it</comment>
        <translation>%1 (%2 von %3)</translation>
    </message>
    <message>
        <source>After saving: %1, %2 of tensor data.</source>
        <translation>Nach dem Speichern: %1, %2 Tensordaten.</translation>
    </message>
</context>
<context>
    <name>loupe::ChangesPanel</name>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Discard all</source>
        <translation>Alle verwerfen</translation>
    </message>
    <message>
        <source>No pending changes</source>
        <translation>Keine offenen Änderungen</translation>
    </message>
    <message>
        <source>Undo all changes; Undo in the Edit menu restores them</source>
        <translation>Alle Änderungen zurücknehmen; „Rückgängig“ im Menü „Bearbeiten“ stellt sie wieder her</translation>
    </message>
    <message>
        <source>Undo selected</source>
        <translation>Ausgewählte zurücknehmen</translation>
    </message>
    <message>
        <source>Undo this change</source>
        <translation>Diese Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Show tensor</source>
        <translation>Tensor zeigen</translation>
    </message>
    <message>
        <source>Undo the selected change</source>
        <translation>Die ausgewählte Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Save to another file (Ctrl+Shift+S)</source>
        <translation>In eine andere Datei speichern (Strg+Umschalt+S)</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>changes, after saving</comment>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Undo the selected changes and keep later ones (Del)</source>
        <translation>Die ausgewählten Änderungen zurücknehmen und spätere behalten (Entf)</translation>
    </message>
</context>
<context>
    <name>loupe::ChartView</name>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
</context>
<context>
    <name>loupe::CheckpointLayers</name>
    <message>
        <source>%1 and others</source>
        <comment>dtype</comment>
        <translation>%1 und andere</translation>
    </message>
    <message>
        <source>has NaN or infinities</source>
        <translation>hat NaN oder Unendlich</translation>
    </message>
    <message>
        <source>%1 in each tensor</source>
        <translation>%1 in jedem Tensor</translation>
    </message>
    <message numerus="yes">
        <source>of %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>von %1 von %2 Tensor</numerusform>
            <numerusform>von %1 von %2 Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: unreadable</source>
        <comment>statistic</comment>
        <translation>%1: nicht lesbar</translation>
    </message>
    <message>
        <source>%1: not scanned yet</source>
        <comment>statistic</comment>
        <translation>%1: noch nicht durchsucht</translation>
    </message>
    <message>
        <source>%1: not computed</source>
        <comment>statistic</comment>
        <translation>%1: nicht berechnet</translation>
    </message>
    <message>
        <source>%1: n/a</source>
        <comment>statistic</comment>
        <translation>%1: keine Angabe</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>statistic, value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>values unreadable</source>
        <translation>Werte nicht lesbar</translation>
    </message>
    <message>
        <source>click selects %1</source>
        <translation>ein Klick wählt %1</translation>
    </message>
    <message>
        <source>max %1 in %2 (click to select)</source>
        <translation>max. %1 in %2 (Klick wählt ihn)</translation>
    </message>
    <message>
        <source>min %1 in %2</source>
        <translation>min. %1 in %2</translation>
    </message>
</context>
<context>
    <name>loupe::ColorScale</name>
    <message>
        <source>Color scale</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>±Inf</source>
        <translation>±Inf</translation>
    </message>
    <message>
        <source>From %1 to %2.</source>
        <translation>Von %1 bis %2.</translation>
    </message>
    <message>
        <source>%1 above</source>
        <translation>%1 darüber</translation>
    </message>
    <message>
        <source>%1 below</source>
        <translation>%1 darunter</translation>
    </message>
    <message>
        <source>%1 of %2 elements above %3.</source>
        <translation>%1 von %2 Elementen über %3.</translation>
    </message>
    <message>
        <source>%1 of %2 elements below %3.</source>
        <translation>%1 von %2 Elementen unter %3.</translation>
    </message>
    <message>
        <source>These elements are a sample of the slice.</source>
        <translation>Diese Elemente sind eine Stichprobe des Schnitts.</translation>
    </message>
    <message>
        <source>&lt; %1 %</source>
        <translation>&lt; %1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Log scale</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>The scale is logarithmic, because half of the elements are within %1 of %2.</source>
        <translation>Die Skala ist logarithmisch, weil die Hälfte der Elemente höchstens %1 von %2 entfernt ist.</translation>
    </message>
    <message>
        <source>Cells of several elements show NaN and infinities in proportion: where 10 % of the elements are NaN, 10 % of the cells have its color. A frame marks a lone one.</source>
        <translation>Zellen aus mehreren Elementen zeigen NaN und Unendlich anteilig: Wo 10 % der Elemente NaN sind, haben 10 % der Zellen dessen Farbe. Ein Rahmen markiert ein einzelnes.</translation>
    </message>
</context>
<context>
    <name>loupe::CommandCopier</name>
    <message>
        <source>Copy comma&amp;nd</source>
        <translation>B&amp;efehl kopieren</translation>
    </message>
    <message>
        <source>Copy t&amp;loupe command</source>
        <translation>Befehl von &amp;tloupe kopieren</translation>
    </message>
    <message>
        <source>tloupe cannot print this tab. Use Copy command instead.</source>
        <translation>tloupe kann diesen Reiter nicht ausgeben. Verwenden Sie „Befehl kopieren“.</translation>
    </message>
    <message>
        <source>Command copied.</source>
        <translation>Befehl kopiert.</translation>
    </message>
</context>
<context>
    <name>loupe::Commands</name>
    <message>
        <source>Not in the command: the sorting, as tloupe has no such key.</source>
        <translation>Nicht im Befehl: die Sortierung, tloupe hat keinen solchen Schlüssel.</translation>
    </message>
    <message>
        <source>Not in the command: the families. It lists the tensors.</source>
        <translation>Nicht im Befehl: die Familien. Er listet die Tensoren auf.</translation>
    </message>
    <message>
        <source>Not in the command: the sorting, as tloupe cannot sort families.</source>
        <translation>Nicht im Befehl: die Sortierung, tloupe kann Familien nicht sortieren.</translation>
    </message>
    <message>
        <source>Not in the command: the selection. It prints the whole list.</source>
        <translation>Nicht im Befehl: die Auswahl. Er gibt die ganze Liste aus.</translation>
    </message>
</context>
<context>
    <name>loupe::CompareActions</name>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>Abbrec&amp;hen</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Export &amp;B − A…</source>
        <translation>B − A e&amp;xportieren …</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>&amp;Fenster schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Swap A and B</source>
        <translation>A und B &amp;tauschen</translation>
    </message>
    <message>
        <source>&amp;Hide identical</source>
        <translation>&amp;Gleiche ausblenden</translation>
    </message>
    <message>
        <source>&amp;Next difference</source>
        <translation>&amp;Nächster Unterschied</translation>
    </message>
    <message>
        <source>&amp;Previous difference</source>
        <translation>&amp;Voriger Unterschied</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>Match &amp;renamed tensors…</source>
        <translation>&amp;Umbenannte Tensoren zuordnen …</translation>
    </message>
    <message>
        <source>Match by &amp;name only</source>
        <translation>Nur nach &amp;Namen zuordnen</translation>
    </message>
    <message>
        <source>Read both files again (F5)</source>
        <translation>Beide Dateien erneut lesen (F5)</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tauschen</translation>
    </message>
    <message>
        <source>Show only what differs (Ctrl+I)</source>
        <translation>Nur Unterschiede zeigen (Strg+I)</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Select the difference above (Alt+Up)</source>
        <translation>Den Unterschied darüber auswählen (Alt+Auf)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Select the difference below (Alt+Down)</source>
        <translation>Den Unterschied darunter auswählen (Alt+Ab)</translation>
    </message>
    <message>
        <source>Write the comparison as an HTML report, CSV or JSON (Ctrl+Shift+X)</source>
        <translation>Den Vergleich als HTML-Bericht, CSV oder JSON schreiben (Strg+Umschalt+X)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Pair</source>
        <translation>&amp;Zuordnung</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>Werkzeugleiste</translation>
    </message>
    <message>
        <source>Filter: name, status:changed, maxabs:&gt;1e-3, rell2:&gt;0.01, dtype:bf16 …</source>
        <translation>Filter: Name, status:changed, maxabs:&gt;1e-3, rell2:&gt;0.01, dtype:bf16 …</translation>
    </message>
    <message>
        <source>All terms must match. Plain text matches names; * ? [0-3] {a,b} are wildcards, /…/ is a regex, - excludes.
status:changed  status:only_*  status:renamed  maxabs:&gt;1e-3  rell2:&gt;0.01  dtype:bf16  shape:4096x*  layer:3-7  rank:2  size:&gt;1MB  params:&gt;=1e6</source>
        <translation>Alle Begriffe müssen zutreffen. Einfacher Text passt auf Namen; * ? [0-3] {a,b} sind Platzhalter, /…/ ist ein regulärer Ausdruck, - schließt aus.
status:changed  status:only_*  status:renamed  maxabs:&gt;1e-3  rell2:&gt;0.01  dtype:bf16  shape:4096x*  layer:3-7  rank:2  size:&gt;1MB  params:&gt;=1e6</translation>
    </message>
    <message>
        <source>Open another &amp;A…</source>
        <translation>An&amp;deres A öffnen …</translation>
    </message>
    <message>
        <source>Open anot&amp;her B…</source>
        <translation>Ande&amp;res B öffnen …</translation>
    </message>
    <message>
        <source>Compare another checkpoint with B</source>
        <translation>Einen anderen Checkpoint mit B vergleichen</translation>
    </message>
    <message>
        <source>Compare A with another checkpoint (Ctrl+O)</source>
        <translation>A mit einem anderen Checkpoint vergleichen (Strg+O)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Compare with another checkpoint</source>
        <translation>Mit einem anderen Checkpoint vergleichen</translation>
    </message>
    <message>
        <source>&amp;Layers</source>
        <translation>&amp;Schichten</translation>
    </message>
    <message>
        <source>S&amp;ummary</source>
        <translation>&amp;Zusammenfassung</translation>
    </message>
    <message>
        <source>Histo&amp;gram</source>
        <translation>&amp;Histogramm</translation>
    </message>
    <message>
        <source>Heat &amp;map</source>
        <translation>Heat&amp;map</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>&amp;Werte</translation>
    </message>
    <message>
        <source>Meta&amp;data</source>
        <translation>M&amp;etadaten</translation>
    </message>
    <message>
        <source>&amp;Copy names of selected tensors</source>
        <translation>&amp;Namen der ausgewählten Tensoren kopieren</translation>
    </message>
    <message>
        <source>&amp;Expand all</source>
        <translation>Alle &amp;ausklappen</translation>
    </message>
    <message>
        <source>C&amp;ollapse all</source>
        <translation>Alle ein&amp;klappen</translation>
    </message>
    <message>
        <source>Sort by &amp;name</source>
        <translation>Nach Namen s&amp;ortieren</translation>
    </message>
    <message>
        <source>Compare B with A (Ctrl+Shift+A)</source>
        <translation>B mit A vergleichen (Strg+Umschalt+A)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Open A from a l&amp;ocation…</source>
        <translation>A v&amp;on einer Adresse öffnen …</translation>
    </message>
    <message>
        <source>Open B from a &amp;location…</source>
        <translation>B von einer &amp;Adresse öffnen …</translation>
    </message>
    <message>
        <source>Compare a file on a server with B</source>
        <translation>Eine Datei auf einem Server mit B vergleichen</translation>
    </message>
    <message>
        <source>Compare A with a file on a server (Ctrl+L)</source>
        <translation>A mit einer Datei auf einem Server vergleichen (Strg+L)</translation>
    </message>
    <message>
        <source>Re&amp;arrangements…</source>
        <translation>Um&amp;ordnungen …</translation>
    </message>
    <message>
        <source>S&amp;pectrum</source>
        <translation>S&amp;pektrum</translation>
    </message>
    <message>
        <source>E&amp;xtract LoRA…</source>
        <translation>LoRA extrah&amp;ieren …</translation>
    </message>
</context>
<context>
    <name>loupe::CompareControl</name>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
</context>
<context>
    <name>loupe::CompareNotices</name>
    <message>
        <source>Report saved to %1</source>
        <translation>Bericht gespeichert unter %1</translation>
    </message>
    <message>
        <source>Part of a checkpoint is missing: %1</source>
        <translation>Ein Teil eines Checkpoints fehlt: %1</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Try another…</source>
        <translation>Anderen versuchen …</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>Entsperren …</translation>
    </message>
    <message>
        <source>Comparing the values of all pairs</source>
        <translation>Werte aller Paare werden verglichen</translation>
    </message>
    <message>
        <source>Opening both checkpoints and pairing tensors</source>
        <translation>Beide Checkpoints werden geöffnet und ihre Tensoren zugeordnet</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Compare all</source>
        <translation>Alle vergleichen</translation>
    </message>
    <message>
        <source>Review…</source>
        <translation>Prüfen …</translation>
    </message>
    <message>
        <source>Match by name only</source>
        <translation>Nur nach Namen zuordnen</translation>
    </message>
    <message>
        <source>%1 was deleted or moved.</source>
        <translation>%1 wurde gelöscht oder verschoben.</translation>
    </message>
    <message>
        <source>%1 was changed on disk.</source>
        <translation>%1 wurde auf dem Datenträger geändert.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>%1 is hidden by the filter.</source>
        <translation>%1 ist durch den Filter ausgeblendet.</translation>
    </message>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as you chose last time.</source>
        <translation>
            <numerusform>%1 umbenannter Tensor wie beim letzten Mal zugeordnet.</numerusform>
            <numerusform>%1 umbenannte Tensoren wie beim letzten Mal zugeordnet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as --map says.</source>
        <translation>
            <numerusform>%1 umbenannter Tensor nach --map zugeordnet.</numerusform>
            <numerusform>%1 umbenannte Tensoren nach --map zugeordnet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 renamed tensor(s) matched as you chose.</source>
        <translation>
            <numerusform>%1 umbenannter Tensor nach Ihrer Wahl zugeordnet.</numerusform>
            <numerusform>%1 umbenannte Tensoren nach Ihrer Wahl zugeordnet.</numerusform>
        </translation>
    </message>
    <message>
        <source>The values of %1 are encrypted. This build cannot decrypt them.</source>
        <translation>Die Werte von %1 sind verschlüsselt. Dieser Build kann sie nicht entschlüsseln.</translation>
    </message>
    <message>
        <source>Wrong key or passphrase for the values of %1.</source>
        <translation>Falscher Schlüssel oder falsche Passphrase für die Werte von %1.</translation>
    </message>
    <message>
        <source>The values of %1 are encrypted. Only names, dtypes and shapes are compared.</source>
        <translation>Die Werte von %1 sind verschlüsselt. Nur Namen, Datentypen und Formen werden verglichen.</translation>
    </message>
    <message numerus="yes">
        <source>Compared the values of %1 of %2 pair(s).</source>
        <translation>
            <numerusform>Werte von %1 von %2 Paar verglichen.</numerusform>
            <numerusform>Werte von %1 von %2 Paaren verglichen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) only in A, %2 only in B.</source>
        <translation>
            <numerusform>%1 Tensor nur in A, %2 nur in B.</numerusform>
            <numerusform>%1 Tensoren nur in A, %2 nur in B.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your choice could not be saved: %1.</source>
        <translation>Ihre Wahl konnte nicht gespeichert werden: %1.</translation>
    </message>
    <message>
        <source>%1 Some may have been renamed.</source>
        <translation>%1 Einige wurden vielleicht umbenannt.</translation>
    </message>
    <message>
        <source>No more differences below.</source>
        <translation>Keine weiteren Unterschiede darunter.</translation>
    </message>
    <message>
        <source>No more differences above.</source>
        <translation>Keine weiteren Unterschiede darüber.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>The files on disk are compared, without the unsaved changes to %1.</source>
        <translation>Verglichen werden die Dateien auf dem Datenträger, ohne die ungespeicherten Änderungen an %1.</translation>
    </message>
    <message>
        <source>Comparing all values fetches %1 over the network.</source>
        <translation>Der Vergleich aller Werte lädt %1 über das Netz.</translation>
    </message>
    <message>
        <source>%1 was changed on the server.</source>
        <translation>%1 wurde auf dem Server geändert.</translation>
    </message>
    <message>
        <source>Rearrangements…</source>
        <translation>Umordnungen …</translation>
    </message>
    <message>
        <source>%1 is damaged: %2</source>
        <translation>%1 ist beschädigt: %2</translation>
    </message>
    <message>
        <source>Match renamed tensors…</source>
        <translation>Umbenannte Tensoren zuordnen …</translation>
    </message>
    <message numerus="yes">
        <source>%1 pair(s) matched by %2.</source>
        <translation>
            <numerusform>%1 Paar durch %2 zugeordnet.</numerusform>
            <numerusform>%1 Paare durch %2 zugeordnet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Some rules cannot be applied: %1.</source>
        <translation>Einige Regeln sind nicht anwendbar: %1.</translation>
    </message>
</context>
<context>
    <name>loupe::CompareWindow</name>
    <message>
        <source>No pair matches the filter.</source>
        <translation>Kein Paar passt zum Filter.</translation>
    </message>
    <message>
        <source>No pair matches the filter: %1.</source>
        <translation>Kein Paar passt zum Filter: %1.</translation>
    </message>
    <message>
        <source>HTML report (*.html);;CSV (*.csv);;JSON (*.json);;All files (*)</source>
        <translation>HTML-Bericht (*.html);;CSV (*.csv);;JSON (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message>
        <source>Opening both checkpoints…</source>
        <translation>Beide Checkpoints werden geöffnet …</translation>
    </message>
    <message>
        <source>Nothing to compare: a checkpoint could not be opened.</source>
        <translation>Nichts zu vergleichen: Ein Checkpoint ließ sich nicht öffnen.</translation>
    </message>
    <message>
        <source>Opening was stopped. Press F5 to retry.</source>
        <translation>Das Öffnen wurde abgebrochen. F5 versucht es erneut.</translation>
    </message>
    <message>
        <source>Neither checkpoint has tensors.</source>
        <translation>Keiner der Checkpoints enthält Tensoren.</translation>
    </message>
    <message>
        <source>Export comparison</source>
        <translation>Vergleich exportieren</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>All values compared</source>
        <translation>Alle Werte verglichen</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 pair(s)</source>
        <translation>
            <numerusform>%1 von %2 Paar</numerusform>
            <numerusform>%1 von %2 Paaren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pair(s)</source>
        <translation>
            <numerusform>%1 Paar</numerusform>
            <numerusform>%1 Paare</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Comparing: %1 of %2 pair(s)</source>
        <translation>
            <numerusform>Vergleich läuft: %1 von %2 Paar</numerusform>
            <numerusform>Vergleich läuft: %1 von %2 Paaren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Values of %1 of %2 pair(s) compared</source>
        <translation>
            <numerusform>Werte von %1 von %2 Paar verglichen</numerusform>
            <numerusform>Werte von %1 von %2 Paaren verglichen</numerusform>
        </translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>The filter is not valid: %1.</source>
        <translation>Der Filter ist ungültig: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 pair(s) not compared</source>
        <translation>
            <numerusform>%1 von %2 Paar nicht verglichen</numerusform>
            <numerusform>%1 von %2 Paaren nicht verglichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 unmatched tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor ohne Gegenstück</numerusform>
            <numerusform>%1 Tensoren ohne Gegenstück</numerusform>
        </translation>
    </message>
    <message>
        <source>No pairs to compare</source>
        <translation>Keine Paare zu vergleichen</translation>
    </message>
</context>
<context>
    <name>loupe::Comparison</name>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleich läuft …</translation>
    </message>
    <message>
        <source>No difference so far</source>
        <translation>Bisher kein Unterschied</translation>
    </message>
    <message>
        <source>%1 (so far)</source>
        <translation>%1 (bisher)</translation>
    </message>
    <message numerus="yes">
        <source>1 of %1 tensor(s) differs: %2</source>
        <translation>
            <numerusform>1 von %1 Tensor ist verschieden: %2</numerusform>
            <numerusform>1 von %1 Tensoren ist verschieden: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 tensor(s) differ</source>
        <translation>
            <numerusform>Alle %1 Tensoren sind verschieden</numerusform>
            <numerusform>Alle %1 Tensoren sind verschieden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ</source>
        <translation>
            <numerusform>%1 von %2 Tensor ist verschieden</numerusform>
            <numerusform>%1 von %2 Tensoren sind verschieden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ, all in %3</source>
        <translation>
            <numerusform>%1 von %2 Tensor ist verschieden, in %3</numerusform>
            <numerusform>%1 von %2 Tensoren sind verschieden, alle in %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) differ in name or dtype only</source>
        <translation>
            <numerusform>%1 Tensor ist nur in Name oder Datentyp verschieden</numerusform>
            <numerusform>%1 Tensoren sind nur in Name oder Datentyp verschieden</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>count, status of pairs</comment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>Only the metadata differs: %1 key(s)</source>
        <translation>
            <numerusform>Nur die Metadaten sind verschieden: %1 Schlüssel</numerusform>
            <numerusform>Nur die Metadaten sind verschieden: %1 Schlüssel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; also %2 metadata key(s)</source>
        <translation>
            <numerusform>%1; außerdem %2 Schlüssel der Metadaten</numerusform>
            <numerusform>%1; außerdem %2 Schlüssel der Metadaten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s) between %2 and %3</source>
        <translation>
            <numerusform>%1 Schicht zwischen %2 und %3</numerusform>
            <numerusform>%1 Schichten zwischen %2 und %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>layer(s) %1</source>
        <translation>
            <numerusform>Schicht %1</numerusform>
            <numerusform>Schichten %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>layers</comment>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>role, layers</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 bits per weight</source>
        <translation>%1 Bits pro Gewicht</translation>
    </message>
    <message>
        <source>%1, SNR %2 dB</source>
        <comment>bits per weight, ratio</comment>
        <translation>%1, SNR %2 dB</translation>
    </message>
    <message numerus="yes">
        <source>1 of %1 common tensor(s) differs: %2</source>
        <translation>
            <numerusform>1 von %1 gemeinsamen Tensor unterscheidet sich: %2</numerusform>
            <numerusform>1 von %1 gemeinsamen Tensoren unterscheidet sich: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 common tensor(s) differ</source>
        <translation>
            <numerusform>%1 gemeinsamer Tensor unterscheidet sich</numerusform>
            <numerusform>Alle %1 gemeinsamen Tensoren unterscheiden sich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 common tensor(s) differ</source>
        <translation>
            <numerusform>%1 von %2 gemeinsamen Tensor unterscheidet sich</numerusform>
            <numerusform>%1 von %2 gemeinsamen Tensoren unterscheiden sich</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 common tensor(s) differ, all in %3</source>
        <translation>
            <numerusform>%1 von %2 gemeinsamen Tensor unterscheidet sich, alles in %3</numerusform>
            <numerusform>%1 von %2 gemeinsamen Tensoren unterscheiden sich, alle in %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 tensor(s) cast from %2 to %3</source>
        <translation>
            <numerusform>%1 Tensor umgewandelt von %2 in %3</numerusform>
            <numerusform>Alle %1 Tensoren umgewandelt von %2 in %3</numerusform>
        </translation>
    </message>
    <message>
        <source>values of %1 differ, relative L2 up to %2</source>
        <translation>Werte von %1 unterscheiden sich, relative L2 bis %2</translation>
    </message>
    <message>
        <source>values of %1 differ</source>
        <translation>Werte von %1 unterscheiden sich</translation>
    </message>
    <message>
        <source>%1 only in A</source>
        <translation>%1 nur in A</translation>
    </message>
    <message>
        <source>%1 only in B</source>
        <translation>%1 nur in B</translation>
    </message>
    <message>
        <source>%1 only in A (%2)</source>
        <translation>%1 nur in A (%2)</translation>
    </message>
    <message>
        <source>%1 only in B (%2)</source>
        <translation>%1 nur in B (%2)</translation>
    </message>
    <message>
        <source>No tensor names in common: %1 only in A, %2 only in B</source>
        <translation>Keine gemeinsamen Tensornamen: %1 nur in A, %2 nur in B</translation>
    </message>
    <message numerus="yes">
        <source>%1 other(s) differ in name or dtype only</source>
        <translation>
            <numerusform>%1 anderer unterscheidet sich nur in Name oder DType</numerusform>
            <numerusform>%1 andere unterscheiden sich nur in Name oder DType</numerusform>
        </translation>
    </message>
    <message>
        <source>Identical</source>
        <translation>Identisch</translation>
    </message>
    <message>
        <source>%1 in %2, and %3</source>
        <comment>count, layers, names</comment>
        <translation>%1 in %2 sowie %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>differing tensors, places</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, largest error %2</source>
        <comment>figures</comment>
        <translation>%1, größter Fehler %2</translation>
    </message>
    <message>
        <source>No differences found; some tensors could not be compared</source>
        <translation>Keine Unterschiede gefunden; einige Tensoren konnten nicht verglichen werden</translation>
    </message>
</context>
<context>
    <name>loupe::ComparisonModel</name>
    <message>
        <source>NaN or infinite only in %1</source>
        <translation>NaN oder unendlich nur in %1</translation>
    </message>
    <message>
        <source>NaN and infinities differ</source>
        <translation>NaN und Unendlich sind verschieden</translation>
    </message>
    <message>
        <source>%1 over the elements that are finite on both sides.
%2.</source>
        <translation>%1 über die Elemente, die auf beiden Seiten endlich sind.
%2.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>DType</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Differing</source>
        <translation>Verschieden</translation>
    </message>
    <message>
        <source>Elements whose values differ; for a group, all together</source>
        <translation>Elemente mit verschiedenen Werten; bei einer Gruppe alle zusammen</translation>
    </message>
    <message>
        <source>Max |A−B|</source>
        <translation>Max. |A−B|</translation>
    </message>
    <message>
        <source>The largest difference of elements that are finite on both sides; for a group, the largest</source>
        <translation>Die größte Differenz von Elementen, die auf beiden Seiten endlich sind; bei einer Gruppe die größte</translation>
    </message>
    <message>
        <source>Relative L2</source>
        <translation>Relative L2</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Cosine of the angle between A and B; for a group, the smallest</source>
        <translation>Kosinus des Winkels zwischen A und B; bei einer Gruppe der kleinste</translation>
    </message>
    <message>
        <source>Mean |A−B|</source>
        <translation>Mittel |A−B|</translation>
    </message>
    <message>
        <source>RMS of A−B</source>
        <translation>RMS von A−B</translation>
    </message>
    <message>
        <source>Max ULP</source>
        <translation>Max. ULP</translation>
    </message>
    <message>
        <source>The largest distance in steps from one number of the dtype to the next; for a group, the largest</source>
        <translation>Der größte Abstand in Schritten von einer Zahl des Datentyps zur nächsten; bei einer Gruppe der größte</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erster</translation>
    </message>
    <message>
        <source>The first element that differs, counted from 0 in row-major order; for a group, the smallest</source>
        <translation>Das erste verschiedene Element, ab 0 zeilenweise gezählt; bei einer Gruppe das kleinste</translation>
    </message>
    <message>
        <source>New NaN/Inf</source>
        <translation>Neue NaN/Inf</translation>
    </message>
    <message>
        <source>Elements that are NaN or infinite on one side and finite on the other; for a group, all together</source>
        <translation>Elemente, die auf einer Seite NaN oder unendlich und auf der anderen endlich sind; bei einer Gruppe alle zusammen</translation>
    </message>
    <message>
        <source>SNR (dB)</source>
        <translation>SNR (dB)</translation>
    </message>
    <message>
        <source>Bits/weight</source>
        <translation>Bits/Gewicht</translation>
    </message>
    <message>
        <source>Bits per element in the file, including scales and other parts; for a group, the mean</source>
        <translation>Bits je Element in der Datei, mit Skalen und anderen Teilen; bei einer Gruppe der Mittelwert</translation>
    </message>
    <message>
        <source>Bars: from %1 to %2, on the logarithmic scale of the Layers tab</source>
        <translation>Balken: von %1 bis %2, auf der logarithmischen Skala des Reiters Schichten</translation>
    </message>
    <message>
        <source>‖A−B‖ / ‖A‖; for a group, the largest</source>
        <translation>‖A−B‖ / ‖A‖; bei einer Gruppe das größte</translation>
    </message>
    <message>
        <source>Mean difference of the elements that are finite on both sides; for a group, the largest</source>
        <translation>Mittlere Abweichung der Elemente, die auf beiden Seiten endlich sind; bei einer Gruppe die größte</translation>
    </message>
    <message>
        <source>Root of the mean squared difference of the elements that are finite on both sides; for a group, the largest</source>
        <translation>Wurzel der mittleren quadrierten Abweichung der Elemente, die auf beiden Seiten endlich sind; bei einer Gruppe die größte</translation>
    </message>
    <message>
        <source>Signal-to-noise ratio: 20 log₁₀(‖A‖ / ‖A−B‖) decibels. A bit of precision is about 6 dB; for a group, of all tensors whose bits per weight differ between A and B</source>
        <translation>Signal-Rausch-Verhältnis: 20 log₁₀(‖A‖ / ‖A−B‖) Dezibel. Ein Bit Genauigkeit ist etwa 6 dB; bei einer Gruppe das aller Tensoren, deren Bits je Gewicht sich zwischen A und B unterscheiden</translation>
    </message>
</context>
<context>
    <name>loupe::ComparisonTabs</name>
    <message>
        <source>The selected pair</source>
        <translation>Das ausgewählte Paar</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Spektrum</translation>
    </message>
</context>
<context>
    <name>loupe::ComparisonView</name>
    <message>
        <source>Pairs of tensors</source>
        <translation>Tensorpaare</translation>
    </message>
</context>
<context>
    <name>loupe::ComputedAdapter</name>
    <message numerus="yes">
        <source>%1 tensor(s) differ and are not in the adapter. The first is %2 (%3).</source>
        <translation>
            <numerusform>%1 Tensor ist anders und steht nicht im Adapter. Es ist %2 (%3).</numerusform>
            <numerusform>%1 Tensoren sind anders und stehen nicht im Adapter. Der erste ist %2 (%3).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) are the same in both.</source>
        <translation>
            <numerusform>%1 Tensor ist in beiden gleich.</numerusform>
            <numerusform>%1 Tensoren sind in beiden gleich.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 module(s) shrink.</source>
        <translation>
            <numerusform>%1 Modul wird kleiner.</numerusform>
            <numerusform>Alle %1 Module werden kleiner.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 module(s) shrink.</source>
        <translation>
            <numerusform>%1 von %2 Modul wird kleiner.</numerusform>
            <numerusform>%1 von %2 Modulen werden kleiner.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 names instead of %2 names.</source>
        <translation>Namen von %1 statt von %2.</translation>
    </message>
</context>
<context>
    <name>loupe::ComputedAdapterChoice</name>
    <message>
        <source>&amp;Names</source>
        <translation>&amp;Namen</translation>
    </message>
    <message>
        <source>Mo&amp;dules</source>
        <translation>Mo&amp;dule</translation>
    </message>
    <message>
        <source>Computing the factors…</source>
        <translation>Die Faktoren werden berechnet …</translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation>Abgebrochen. „Berechnen“ beginnt von vorn.</translation>
    </message>
</context>
<context>
    <name>loupe::CopyAction</name>
    <message>
        <source>C&amp;opy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>loupe::CountedText</name>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor</numerusform>
            <numerusform>%1 Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 Parameter</numerusform>
            <numerusform>%1 Parameter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 element(s)</source>
        <translation>
            <numerusform>%1 Element</numerusform>
            <numerusform>%1 Elemente</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s)</source>
        <translation>
            <numerusform>%1 Wert</numerusform>
            <numerusform>%1 Werte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 Byte</numerusform>
            <numerusform>%1 Bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <translation>
            <numerusform>%1 Datei</numerusform>
            <numerusform>%1 Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::DTypeMix</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>%1 · %2 bits each</source>
        <translation>%1 · je %2 Bit</translation>
    </message>
    <message>
        <source>%1, not decoded</source>
        <comment>dtype</comment>
        <translation>%1, nicht dekodiert</translation>
    </message>
    <message>
        <source>Share of the bytes of all tensors</source>
        <translation>Anteil an den Bytes aller Tensoren</translation>
    </message>
    <message>
        <source>%1 in tensors of this type</source>
        <comment>bytes</comment>
        <translation>%1 in Tensoren dieses Typs</translation>
    </message>
    <message>
        <source>%1 in tensors of this type</source>
        <comment>elements</comment>
        <translation>%1 in Tensoren dieses Typs</translation>
    </message>
</context>
<context>
    <name>loupe::DetailsPage</name>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Changes (%1)</source>
        <translation>Änderungen (%1)</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>Ü&amp;berblick</translation>
    </message>
    <message>
        <source>&amp;Histogram</source>
        <translation>&amp;Histogramm</translation>
    </message>
    <message>
        <source>He&amp;at map</source>
        <translation>Heatma&amp;p</translation>
    </message>
    <message>
        <source>Va&amp;lues</source>
        <translation>&amp;Werte</translation>
    </message>
    <message>
        <source>He&amp;x</source>
        <translation>He&amp;x</translation>
    </message>
    <message>
        <source>&amp;Metadata</source>
        <translation>&amp;Metadaten</translation>
    </message>
    <message>
        <source>&amp;Changes</source>
        <translation>Ä&amp;nderungen</translation>
    </message>
    <message>
        <source>Select a tensor to see its singular values.</source>
        <translation>Wählen Sie einen Tensor, um seine Singulärwerte zu sehen.</translation>
    </message>
    <message>
        <source>Spectr&amp;um</source>
        <translation>Spektr&amp;um</translation>
    </message>
    <message>
        <source>La&amp;yers</source>
        <translation>S&amp;chichten</translation>
    </message>
</context>
<context>
    <name>loupe::DetailsTabs</name>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
</context>
<context>
    <name>loupe::DifferenceControl</name>
    <message>
        <source>Export B − A</source>
        <translation>B − A exportieren</translation>
    </message>
    <message>
        <source>%1 − %2</source>
        <comment>file B, file A</comment>
        <translation>%1 − %2</translation>
    </message>
    <message>
        <source>all shown differences</source>
        <translation>alle angezeigten Unterschiede</translation>
    </message>
    <message>
        <source>all differences</source>
        <translation>alle Unterschiede</translation>
    </message>
    <message numerus="yes">
        <source>differences in %1 selected row(s)</source>
        <translation>
            <numerusform>Unterschiede in %1 ausgewählten Zeile</numerusform>
            <numerusform>Unterschiede in %1 ausgewählten Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>files, what is written</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>loupe::DigestPanel</name>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Bytes to digest</source>
        <translation>Bytes für die Prüfsumme</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>Expected digest (paste to verify)</source>
        <translation>Erwartete Prüfsumme (zum Prüfen einfügen)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Whole file</source>
        <translation>Ganze Datei</translation>
    </message>
    <message>
        <source>Tensor %1</source>
        <translation>Tensor %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Expected digest</source>
        <translation>Erwartete Prüfsumme</translation>
    </message>
    <message>
        <source>%1 of %2, %3 left</source>
        <translation>%1 von %2, noch %3</translation>
    </message>
    <message>
        <source>%1, next to the file, states its %2 digest. Choose %2 and compute to compare.</source>
        <translation>%1 neben der Datei nennt ihre %2-Prüfsumme. Wählen Sie %2 und berechnen Sie sie zum Vergleich.</translation>
    </message>
    <message>
        <source>%1, next to the file, states its %2 digest. Compute to compare.</source>
        <translation>%1 neben der Datei nennt ihre %2-Prüfsumme. Berechnen Sie sie zum Vergleich.</translation>
    </message>
    <message>
        <source>The digest matches %1.</source>
        <translation>Die Prüfsumme stimmt mit %1 überein.</translation>
    </message>
    <message>
        <source>The digests match.</source>
        <translation>Die Prüfsummen stimmen überein.</translation>
    </message>
    <message>
        <source>The digest does not match %1: the bytes differ.</source>
        <translation>Die Prüfsumme stimmt nicht mit %1 überein: Die Bytes sind verschieden.</translation>
    </message>
    <message>
        <source>The digests do not match: the bytes differ.</source>
        <translation>Die Prüfsummen stimmen nicht überein: Die Bytes sind verschieden.</translation>
    </message>
    <message>
        <source>%1 states the %2 digest. Choose %2 to compare.</source>
        <translation>%1 nennt die %2-Prüfsumme. Wählen Sie %2 zum Vergleich.</translation>
    </message>
    <message>
        <source>The pasted digest has a different length. Choose the algorithm that made it.</source>
        <translation>Die eingefügte Prüfsumme hat eine andere Länge. Wählen Sie das Verfahren, mit dem sie entstand.</translation>
    </message>
    <message>
        <source>The pasted text is not a hexadecimal digest.</source>
        <translation>Der eingefügte Text ist keine hexadezimale Prüfsumme.</translation>
    </message>
    <message>
        <source>Compute (fetch %1)</source>
        <translation>Berechnen (lädt %1)</translation>
    </message>
    <message>
        <source>The hub</source>
        <translation>Der Hub</translation>
    </message>
    <message>
        <source>The digest matches the hub&apos;s.</source>
        <translation>Die Prüfsumme stimmt mit der des Hubs überein.</translation>
    </message>
    <message>
        <source>The digest does not match the hub&apos;s: the bytes differ.</source>
        <translation>Die Prüfsumme stimmt nicht mit der des Hubs überein: Die Bytes sind verschieden.</translation>
    </message>
    <message>
        <source>Digest stated by the hub. Compute to verify.</source>
        <translation>Der Hub gibt diese Prüfsumme an. Berechnen, um sie zu prüfen.</translation>
    </message>
    <message>
        <source>%1 digest stated by the hub. Choose %1 and compute to verify.</source>
        <translation>Der Hub gibt die %1-Prüfsumme an. Wählen Sie %1 und berechnen Sie sie, um sie zu prüfen.</translation>
    </message>
</context>
<context>
    <name>loupe::Distribution</name>
    <message>
        <source>From %1 to %2</source>
        <translation>Von %1 bis %2</translation>
    </message>
    <message>
        <source>%1, mean %2, σ %3</source>
        <translation>%1, Mittelwert %2, σ %3</translation>
    </message>
    <message>
        <source>Scale: %1 to %2</source>
        <translation>Skala: %1 bis %2</translation>
    </message>
    <message>
        <source>Scale: %1 to %2, shared by %3 tensors of this name in different blocks</source>
        <translation>Skala: %1 bis %2, gemeinsam für %3 Tensoren dieses Namens in verschiedenen Blöcken</translation>
    </message>
    <message numerus="yes">
        <source>Bars are from a sample of %1 value(s), other figures from all values</source>
        <translation>
            <numerusform>Balken aus einer Stichprobe von %1 Wert, andere Kennzahlen aus allen Werten</numerusform>
            <numerusform>Balken aus einer Stichprobe von %1 Werten, andere Kennzahlen aus allen Werten</numerusform>
        </translation>
    </message>
    <message>
        <source>Nearly all values other than zero are between %1 and %2</source>
        <translation>Fast alle Werte außer null liegen zwischen %1 und %2</translation>
    </message>
    <message numerus="yes">
        <source>Approximate sum of %1 tensor(s), on a scale of its own</source>
        <translation>
            <numerusform>Ungefähre Summe von %1 Tensor, auf eigener Skala</numerusform>
            <numerusform>Ungefähre Summe von %1 Tensoren, auf eigener Skala</numerusform>
        </translation>
    </message>
    <message>
        <source>Histogram of the values. Tensors of the same name in different blocks share one scale, so that their rows can be compared. The highest bar of each row has the same height. Sorts as Health does.
A group has the approximate sum of its tensors, on a scale of its own: select it for a larger histogram.
A line above a dotted axis, in families: the root mean square of the values from the first block to the last, from 0 up.</source>
        <translation>Histogramm der Werte. Tensoren desselben Namens in verschiedenen Blöcken haben eine gemeinsame Skala, damit sich ihre Zeilen vergleichen lassen. Der höchste Balken ist in jeder Zeile gleich hoch. Sortiert wie Zustand.
Eine Gruppe hat die ungefähre Summe ihrer Tensoren, auf eigener Skala: Wählen Sie sie aus, um ein größeres Histogramm zu sehen.
Eine Linie über einer gepunkteten Achse, in Familien: das quadratische Mittel der Werte vom ersten bis zum letzten Block, von 0 an.</translation>
    </message>
    <message numerus="yes">
        <source>Bars are from a sample of %1 tensor(s), on a scale of their own</source>
        <translation>
            <numerusform>Balken aus einer Stichprobe von %1 Tensor, auf eigener Skala</numerusform>
            <numerusform>Balken aus einer Stichprobe von %1 Tensoren, auf eigener Skala</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::DragOutControl</name>
    <message>
        <source>Could not drag: %1.</source>
        <translation>Ziehen nicht möglich: %1.</translation>
    </message>
    <message>
        <source>Writing the dragged files. Keep holding the mouse button.</source>
        <translation>Die gezogenen Dateien werden geschrieben. Halten Sie die Maustaste gedrückt.</translation>
    </message>
    <message>
        <source>Tensors of a file on a server cannot be dragged out. Export writes them to local files.</source>
        <translation>Tensoren einer Datei auf einem Server lassen sich nicht herausziehen. „Exportieren“ schreibt sie in lokale Dateien.</translation>
    </message>
</context>
<context>
    <name>loupe::DropControl</name>
    <message>
        <source>Drop to open or compare</source>
        <translation>Ablegen zum Öffnen oder Vergleichen</translation>
    </message>
    <message>
        <source>Drop to open</source>
        <translation>Ablegen zum Öffnen</translation>
    </message>
    <message numerus="yes">
        <source>Drop to open %1 file(s)</source>
        <translation>
            <numerusform>Ablegen, um %1 Datei zu öffnen</numerusform>
            <numerusform>Ablegen, um %1 Dateien zu öffnen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::EditControl</name>
    <message>
        <source>Rena&amp;me…</source>
        <translation>&amp;Umbenennen …</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Re&amp;vert changes</source>
        <translation>Änderungen &amp;zurücknehmen</translation>
    </message>
    <message>
        <source>C&amp;ast to</source>
        <translation>Umw&amp;andeln in</translation>
    </message>
    <message>
        <source>Open saved file</source>
        <translation>Gespeicherte Datei öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) not cast: their dtype has no casts.</source>
        <translation>
            <numerusform>%1 Tensor nicht umgewandelt: Sein Datentyp lässt sich nicht umwandeln.</numerusform>
            <numerusform>%1 Tensoren nicht umgewandelt: Ihr Datentyp lässt sich nicht umwandeln.</numerusform>
        </translation>
    </message>
    <message>
        <source>This tensor will be deleted. Revert that before you rename it.</source>
        <translation>Dieser Tensor wird gelöscht. Nehmen Sie das zurück, bevor Sie ihn umbenennen.</translation>
    </message>
    <message>
        <source>The name is too long to edit. Select its group and rename with a regular expression.</source>
        <translation>Der Name ist zu lang zum Bearbeiten. Wählen Sie seine Gruppe aus und benennen Sie mit einem regulären Ausdruck um.</translation>
    </message>
    <message>
        <source>Changes saved to %1. This window still shows the original with unsaved changes.</source>
        <translation>Änderungen gespeichert in %1. Dieses Fenster zeigt noch das Original mit ungespeicherten Änderungen.</translation>
    </message>
</context>
<context>
    <name>loupe::EditSession</name>
    <message>
        <source>rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>deletion</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>cast to %1</source>
        <translation>umwandeln in %1</translation>
    </message>
    <message>
        <source>revert</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>change of metadata</source>
        <translation>Ändern von Metadaten</translation>
    </message>
    <message>
        <source>removal of metadata</source>
        <translation>Entfernen von Metadaten</translation>
    </message>
    <message>
        <source>discard of all changes</source>
        <translation>Verwerfen aller Änderungen</translation>
    </message>
    <message numerus="yes">
        <source>deletion of %1 tensor(s)</source>
        <translation>
            <numerusform>Löschen von %1 Tensor</numerusform>
            <numerusform>Löschen von %1 Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cast of %1 tensor(s) to %2</source>
        <translation>
            <numerusform>Umwandeln von %1 Tensor in %2</numerusform>
            <numerusform>Umwandeln von %1 Tensoren in %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>revert of %1 tensor(s)</source>
        <translation>
            <numerusform>Zurücknehmen von %1 Tensor</numerusform>
            <numerusform>Zurücknehmen von %1 Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>edits of the command line</source>
        <translation>Änderungen der Befehlszeile</translation>
    </message>
</context>
<context>
    <name>loupe::EngineWords</name>
    <message>
        <source>Null</source>
        <translation>Null</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>+Inf</source>
        <translation>+Inf</translation>
    </message>
    <message>
        <source>−Inf</source>
        <translation>−Inf</translation>
    </message>
    <message>
        <source>First NaN/Inf</source>
        <translation>Erstes NaN/Inf</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>Gleich 0</translation>
    </message>
    <message>
        <source>Negative</source>
        <translation>Negativ</translation>
    </message>
    <message>
        <source>Subnormal</source>
        <translation>Subnormal</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>identical</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>nur in A</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>nur in B</translation>
    </message>
    <message>
        <source>other shape</source>
        <translation>andere Form</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>nicht verglichen</translation>
    </message>
    <message>
        <source>same values</source>
        <translation>gleiche Werte</translation>
    </message>
    <message>
        <source>boolean, one byte</source>
        <translation>Wahrheitswert, ein Byte</translation>
    </message>
    <message>
        <source>4-bit float E2M1 (OCP MX), two in a byte</source>
        <translation>4-Bit-Gleitkomma E2M1 (OCP MX), zwei je Byte</translation>
    </message>
    <message>
        <source>6-bit float E2M3 (OCP MX)</source>
        <translation>6-Bit-Gleitkomma E2M3 (OCP MX)</translation>
    </message>
    <message>
        <source>6-bit float E3M2 (OCP MX)</source>
        <translation>6-Bit-Gleitkomma E3M2 (OCP MX)</translation>
    </message>
    <message>
        <source>unsigned 8-bit integer</source>
        <translation>8-Bit-Ganzzahl ohne Vorzeichen</translation>
    </message>
    <message>
        <source>signed 8-bit integer</source>
        <translation>8-Bit-Ganzzahl mit Vorzeichen</translation>
    </message>
    <message>
        <source>8-bit float E5M2</source>
        <translation>8-Bit-Gleitkomma E5M2</translation>
    </message>
    <message>
        <source>8-bit float E4M3 without infinities</source>
        <translation>8-Bit-Gleitkomma E4M3 ohne Unendlich</translation>
    </message>
    <message>
        <source>8-bit power of two (OCP MX scale)</source>
        <translation>8-Bit-Zweierpotenz (OCP-MX-Skala)</translation>
    </message>
    <message>
        <source>8-bit float E4M3, one NaN, no -0</source>
        <translation>8-Bit-Gleitkomma E4M3, ein NaN, kein -0</translation>
    </message>
    <message>
        <source>8-bit float E5M2, one NaN, no -0</source>
        <translation>8-Bit-Gleitkomma E5M2, ein NaN, kein -0</translation>
    </message>
    <message>
        <source>signed 16-bit integer</source>
        <translation>16-Bit-Ganzzahl mit Vorzeichen</translation>
    </message>
    <message>
        <source>unsigned 16-bit integer</source>
        <translation>16-Bit-Ganzzahl ohne Vorzeichen</translation>
    </message>
    <message>
        <source>IEEE half precision</source>
        <translation>IEEE, halbe Genauigkeit</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>signed 32-bit integer</source>
        <translation>32-Bit-Ganzzahl mit Vorzeichen</translation>
    </message>
    <message>
        <source>unsigned 32-bit integer</source>
        <translation>32-Bit-Ganzzahl ohne Vorzeichen</translation>
    </message>
    <message>
        <source>IEEE single precision</source>
        <translation>IEEE, einfache Genauigkeit</translation>
    </message>
    <message>
        <source>complex of two F32</source>
        <translation>komplex aus zwei F32</translation>
    </message>
    <message>
        <source>IEEE double precision</source>
        <translation>IEEE, doppelte Genauigkeit</translation>
    </message>
    <message>
        <source>signed 64-bit integer</source>
        <translation>64-Bit-Ganzzahl mit Vorzeichen</translation>
    </message>
    <message>
        <source>unsigned 64-bit integer</source>
        <translation>64-Bit-Ganzzahl ohne Vorzeichen</translation>
    </message>
    <message>
        <source>language model</source>
        <translation>Sprachmodell</translation>
    </message>
    <message>
        <source>text encoder</source>
        <translation>Text-Encoder</translation>
    </message>
    <message>
        <source>speech model</source>
        <translation>Modell für gesprochene Sprache</translation>
    </message>
    <message>
        <source>vision model</source>
        <translation>Bildmodell</translation>
    </message>
    <message>
        <source>image generator</source>
        <translation>Bildgenerator</translation>
    </message>
    <message>
        <source>video generator</source>
        <translation>Videogenerator</translation>
    </message>
    <message>
        <source>image autoencoder</source>
        <translation>Autoencoder für Bilder</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>training state</source>
        <translation>Trainingszustand</translation>
    </message>
    <message>
        <source>state-space language model</source>
        <translation>Zustandsraum-Sprachmodell</translation>
    </message>
    <message>
        <source>text encoder-decoder</source>
        <translation>Text-Encoder-Decoder</translation>
    </message>
    <message>
        <source>text and image model</source>
        <translation>Text-Bild-Modell</translation>
    </message>
    <message>
        <source>image generator control</source>
        <translation>Steuerung eines Bildgenerators</translation>
    </message>
    <message>
        <source>token embeddings</source>
        <translation>Token-Embeddings</translation>
    </message>
    <message>
        <source>of a type whose values this program does not read, shown as bytes</source>
        <translation>von einem Typ, dessen Werte dieses Programm nicht liest, als Bytes gezeigt</translation>
    </message>
    <message>
        <source>VAE</source>
        <translation>VAE</translation>
    </message>
    <message>
        <source>vision encoder</source>
        <translation>Bild-Encoder</translation>
    </message>
    <message>
        <source>layers for multi-token prediction</source>
        <translation>Schichten zur Vorhersage mehrerer Token</translation>
    </message>
    <message>
        <source>EMA weights</source>
        <translation>EMA-Gewichte</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>Zustand eines Optimierers</translation>
    </message>
    <message>
        <source>the context length is unknown</source>
        <translation>die Kontextlänge ist unbekannt</translation>
    </message>
    <message>
        <source>the number of layers is unknown</source>
        <translation>die Anzahl der Schichten ist unbekannt</translation>
    </message>
    <message>
        <source>the number and size of the heads are unknown: config.json states them</source>
        <translation>Anzahl und Größe der Köpfe sind unbekannt: config.json nennt sie</translation>
    </message>
    <message>
        <source>the family of the model is unknown, and so is the cache of its layers</source>
        <translation>die Modellfamilie ist unbekannt, und damit der Cache ihrer Schichten</translation>
    </message>
    <message>
        <source>only decoders with attention have a KV cache</source>
        <translation>nur Decoder mit Attention haben einen KV-Cache</translation>
    </message>
    <message>
        <source>multimodal projector</source>
        <translation>multimodaler Projektor</translation>
    </message>
    <message>
        <source>audio encoder</source>
        <translation>Audio-Encoder</translation>
    </message>
    <message>
        <source>audio projector</source>
        <translation>Audio-Projektor</translation>
    </message>
    <message>
        <source>the number of decoder layers is unknown</source>
        <translation>die Anzahl der Decoder-Schichten ist unbekannt</translation>
    </message>
    <message>
        <source>a model of this class writes no text and has no KV cache</source>
        <translation>ein Modell dieser Klasse schreibt keinen Text und hat keinen KV-Cache</translation>
    </message>
</context>
<context>
    <name>loupe::ExtractAdapterChoice</name>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>The most singular values that are kept of each change</source>
        <translation>So viele Singulärwerte jeder Änderung werden höchstens behalten</translation>
    </message>
    <message>
        <source>&amp;Rank</source>
        <translation>&amp;Rang</translation>
    </message>
    <message>
        <source>-lora</source>
        <translation>-lora</translation>
    </message>
    <message>
        <source>Press Compute to see how much of each change is kept. This reads both models several times.</source>
        <translation>Berechnen zeigt, wie viel von jeder Änderung erhalten bleibt. Beide Modelle werden dazu mehrmals gelesen.</translation>
    </message>
</context>
<context>
    <name>loupe::FigureLegend</name>
    <message>
        <source>and others</source>
        <translation>und andere</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>über %1</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>several dtypes</source>
        <translation>mehrere DTypes</translation>
    </message>
    <message>
        <source>has NaN or infinities</source>
        <translation>hat NaN oder Unendlich</translation>
    </message>
    <message>
        <source>no NaN or infinities</source>
        <translation>weder NaN noch Unendlich</translation>
    </message>
    <message>
        <source>not scanned yet</source>
        <translation>noch nicht geprüft</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>keine Angabe</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>nicht berechnet</translation>
    </message>
    <message>
        <source>min</source>
        <comment>of a role</comment>
        <translation>min</translation>
    </message>
    <message>
        <source>max</source>
        <comment>of a role</comment>
        <translation>max</translation>
    </message>
    <message>
        <source>%1 (per role)</source>
        <comment>statistic</comment>
        <translation>%1 (je Rolle)</translation>
    </message>
    <message>
        <source>%1, log scale</source>
        <comment>statistic</comment>
        <translation>%1, logarithmisch</translation>
    </message>
</context>
<context>
    <name>loupe::FileTableModel</name>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>loupe::FilterEdit</name>
    <message>
        <source>Filter: name, dtype:bf16, shape:4096x*, size:&gt;1MB …</source>
        <translation>Filter: Name, dtype:bf16, shape:4096x*, size:&gt;1MB …</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>Gespeicherte Filter</translation>
    </message>
    <message>
        <source>Saved filters (F4)</source>
        <translation>Gespeicherte Filter (F4)</translation>
    </message>
    <message>
        <source>Completion: %1</source>
        <translation>Vervollständigung: %1</translation>
    </message>
    <message>
        <source>All terms must match. Plain text matches names; * ? [0-3] {a,b} are wildcards, /…/ is a regex, - excludes.
dtype:bf16  shape:4096x*  layer:3-7  rank:2  size:&gt;1MB  params:&gt;=1e6  shard:3  nan:&gt;0  inf:&gt;0  zero:&gt;50%  subnormal:&gt;10%  sigma:&gt;30  constant:yes  duplicate:yes  warning:yes  quant:nvfp4</source>
        <translation>Alle Begriffe müssen zutreffen. Einfacher Text passt auf Namen; * ? [0-3] {a,b} sind Platzhalter, /…/ ist ein regulärer Ausdruck, - schließt aus.
dtype:bf16  shape:4096x*  layer:3-7  rank:2  size:&gt;1MB  params:&gt;=1e6  shard:3  nan:&gt;0  inf:&gt;0  zero:&gt;50%  subnormal:&gt;10%  sigma:&gt;30  constant:yes  duplicate:yes  warning:yes  quant:nvfp4</translation>
    </message>
    <message>
        <source>Complete a word of the filter</source>
        <translation>Ein Wort des Filters ergänzen</translation>
    </message>
</context>
<context>
    <name>loupe::FilterKey</name>
    <message>
        <source>type of the elements</source>
        <translation>Typ der Elemente</translation>
    </message>
    <message>
        <source>dimensions</source>
        <translation>Dimensionen</translation>
    </message>
    <message>
        <source>number of the layer or block</source>
        <translation>Nummer der Schicht oder des Blocks</translation>
    </message>
    <message>
        <source>number of dimensions</source>
        <translation>Anzahl der Dimensionen</translation>
    </message>
    <message>
        <source>bytes in the file</source>
        <translation>Bytes in der Datei</translation>
    </message>
    <message>
        <source>number of elements</source>
        <translation>Anzahl der Elemente</translation>
    </message>
    <message>
        <source>number of the file</source>
        <translation>Nummer der Datei</translation>
    </message>
    <message>
        <source>number or share of NaN</source>
        <translation>Anzahl oder Anteil von NaN</translation>
    </message>
    <message>
        <source>number or share of infinities</source>
        <translation>Anzahl oder Anteil von Unendlich</translation>
    </message>
    <message>
        <source>number or share of zeros</source>
        <translation>Anzahl oder Anteil von Nullen</translation>
    </message>
    <message>
        <source>number or share of subnormal elements</source>
        <translation>Anzahl oder Anteil subnormaler Elemente</translation>
    </message>
    <message>
        <source>standard deviations of the farthest element from the mean</source>
        <translation>Standardabweichungen des fernsten Elements vom Mittelwert</translation>
    </message>
    <message>
        <source>whether all elements are equal</source>
        <translation>ob alle Elemente gleich sind</translation>
    </message>
    <message>
        <source>whether an earlier tensor has the same bytes</source>
        <translation>ob ein früherer Tensor dieselben Bytes hat</translation>
    </message>
    <message>
        <source>result of the comparison</source>
        <translation>Ergebnis des Vergleichs</translation>
    </message>
    <message>
        <source>largest absolute difference</source>
        <translation>größte absolute Differenz</translation>
    </message>
    <message>
        <source>relative L2 norm of the difference</source>
        <translation>relative L2-Norm der Differenz</translation>
    </message>
    <message>
        <source>scheme of a quantized tensor</source>
        <translation>Verfahren eines quantisierten Tensors</translation>
    </message>
    <message>
        <source>whether the scan has a warning about it</source>
        <translation>ob die Prüfung davor warnt</translation>
    </message>
</context>
<context>
    <name>loupe::FilterMenu</name>
    <message>
        <source>No saved filters</source>
        <translation>Keine gespeicherten Filter</translation>
    </message>
    <message>
        <source>Save this filter…</source>
        <translation>Diesen Filter speichern …</translation>
    </message>
    <message>
        <source>Delete saved filter</source>
        <translation>Gespeicherten Filter löschen</translation>
    </message>
    <message>
        <source>Save filter</source>
        <translation>Filter speichern</translation>
    </message>
    <message>
        <source>Name of the filter:</source>
        <translation>Name des Filters:</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message numerus="yes">
        <source>There are %n saved filter(s) already. Delete one first.</source>
        <translation>
            <numerusform>Es gibt bereits %n gespeicherten Filter. Löschen Sie zuerst einen.</numerusform>
            <numerusform>Es gibt bereits %n gespeicherte Filter. Löschen Sie zuerst einen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::FilterOffers</name>
    <message>
        <source>Clear the filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <translation>„%1“ verwenden</translation>
    </message>
</context>
<context>
    <name>loupe::FilterPopup</name>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor</numerusform>
            <numerusform>%1 Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>Vervollständigungen</translation>
    </message>
    <message>
        <source>Return inserts it · Esc closes the list</source>
        <translation>Eingabe fügt ein · Esc schließt die Liste</translation>
    </message>
    <message>
        <source>Tab inserts the first · Ctrl+Space to choose</source>
        <translation>Tab fügt das Erste ein · Strg+Leertaste zum Wählen</translation>
    </message>
</context>
<context>
    <name>loupe::FindingsModel</name>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Byte</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Expanded</source>
        <translation>Ausgeklappt</translation>
    </message>
    <message>
        <source>Collapsed</source>
        <translation>Eingeklappt</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>%1 more of this kind</source>
        <translation>%1 weitere dieser Art</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 more tensor(s)</source>
        <translation>
            <numerusform>%1 weiterer Tensor</numerusform>
            <numerusform>%1 weitere Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 finding(s): %2</source>
        <translation>
            <numerusform>%1 Befund: %2</numerusform>
            <numerusform>%1 Befunde: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Error: something is wrong or cannot be read; warning: it may be wrong; note: no fault</source>
        <translation>Fehler: etwas ist falsch oder nicht lesbar; Warnung: es kann falsch sein; Hinweis: kein Mangel</translation>
    </message>
    <message>
        <source>The name of the check, as the command line has it</source>
        <translation>Der Name der Prüfung, wie auf der Befehlszeile</translation>
    </message>
    <message>
        <source>What is wrong, and with what numbers</source>
        <translation>Was falsch ist, und mit welchen Zahlen</translation>
    </message>
    <message>
        <source>Where it is, in bytes from the beginning of the file</source>
        <translation>Wo es ist, in Bytes vom Anfang der Datei an</translation>
    </message>
    <message>
        <source>The tensor that it is about</source>
        <translation>Der Tensor, um den es geht</translation>
    </message>
    <message>
        <source>The file that it is in</source>
        <translation>Die Datei, in der es ist</translation>
    </message>
</context>
<context>
    <name>loupe::FindingsTable</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
</context>
<context>
    <name>loupe::FittingTabBar</name>
    <message>
        <source>Tabs</source>
        <translation>Reiter</translation>
    </message>
</context>
<context>
    <name>loupe::GridLegend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
</context>
<context>
    <name>loupe::GroupOpener</name>
    <message>
        <source>Opened %1 of %2 groups: all of them at once would make the window slow. Filter to see what is in the others.</source>
        <translation>%1 von %2 Gruppen ausgeklappt: Alle auf einmal würden das Fenster verlangsamen. Filtern Sie, um die anderen zu sehen.</translation>
    </message>
</context>
<context>
    <name>loupe::GroupValues</name>
    <message>
        <source>From %1 to %2 · mean %3 · σ %4</source>
        <translation>Von %1 bis %2 · Mittelwert %3 · σ %4</translation>
    </message>
    <message>
        <source>%1 of %2 tensors: %3</source>
        <translation>%1 von %2 Tensoren: %3</translation>
    </message>
    <message>
        <source>Summary of the chart</source>
        <translation>Zusammenfassung des Diagramms</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Counts are approximate</source>
        <translation>Anzahlen sind ungefähr</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Root mean square</source>
        <translation>Quadratisches Mittel</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>Largest magnitude</source>
        <translation>Größter Betrag</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>Nach Schicht</translation>
    </message>
    <message>
        <source>By block</source>
        <translation>Nach Block</translation>
    </message>
    <message>
        <source>No finite values</source>
        <translation>Keine endlichen Werte</translation>
    </message>
    <message>
        <source>Scan the values to see how they are distributed.</source>
        <translation>Prüfen Sie die Werte, um ihre Verteilung zu sehen.</translation>
    </message>
    <message>
        <source>Scan the values to see their figures.</source>
        <translation>Prüfen Sie die Werte, um ihre Kennzahlen zu sehen.</translation>
    </message>
    <message>
        <source>How many of the finite values of all tensors below lie in each range. Mean and standard deviation (σ) are those of all of them together.</source>
        <translation>Wie viele der endlichen Werte aller Tensoren darunter in jedem Bereich liegen. Mittelwert und Standardabweichung (σ) sind die von allen zusammen.</translation>
    </message>
    <message>
        <source>Root of the mean of the squared values: their magnitude, whatever their sign</source>
        <translation>Wurzel aus dem Mittelwert der quadrierten Werte: ihre Größe, gleich welchen Vorzeichens</translation>
    </message>
    <message>
        <source>Sum of the values, divided by their number</source>
        <translation>Summe der Werte, geteilt durch ihre Anzahl</translation>
    </message>
    <message>
        <source>Root of the mean squared distance of the values from their mean</source>
        <translation>Wurzel aus dem mittleren quadrierten Abstand der Werte von ihrem Mittelwert</translation>
    </message>
    <message>
        <source>Largest |x| of the finite values</source>
        <translation>Größtes |x| der endlichen Werte</translation>
    </message>
    <message>
        <source>A bar for each layer: the figure of all its values together</source>
        <translation>Ein Balken für jede Schicht: die Größe aus allen ihren Werten zusammen</translation>
    </message>
    <message>
        <source>A bar for each block: the figure of all its values together</source>
        <translation>Ein Balken für jeden Block: die Größe aus allen seinen Werten zusammen</translation>
    </message>
</context>
<context>
    <name>loupe::GroupView</name>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>in tensors</source>
        <translation>in Tensoren</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>of the checkpoint</source>
        <translation>des Checkpoints</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message numerus="yes">
        <source>tensor(s)</source>
        <comment>below a number</comment>
        <translation>
            <numerusform>Tensor</numerusform>
            <numerusform>Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>parameter(s)</source>
        <comment>below a number</comment>
        <translation>
            <numerusform>Parameter</numerusform>
            <numerusform>Parameter</numerusform>
        </translation>
    </message>
    <message>
        <source>Show changes</source>
        <translation>Änderungen zeigen</translation>
    </message>
    <message>
        <source>Staged: %1</source>
        <translation>Vorgemerkt: %1</translation>
    </message>
    <message>
        <source>No changes staged</source>
        <translation>Keine Änderungen vorgemerkt</translation>
    </message>
    <message>
        <source>Shown as in the file (%1)</source>
        <comment>its name there</comment>
        <translation>Gezeigt wie in der Datei (%1)</translation>
    </message>
    <message>
        <source>Shown as in the file</source>
        <translation>Gezeigt wie in der Datei</translation>
    </message>
    <message>
        <source>%1 after saving</source>
        <translation>%1 nach dem Speichern</translation>
    </message>
    <message>
        <source>All in the group and in groups below it.</source>
        <translation>Alle in der Gruppe und in Gruppen darunter.</translation>
    </message>
    <message>
        <source>Elements of these tensors together; those of shared storage count once.</source>
        <translation>Elemente dieser Tensoren zusammen; die von gemeinsamem Speicher zählen einmal.</translation>
    </message>
    <message>
        <source>What the values of these tensors take in the files.</source>
        <translation>Was die Werte dieser Tensoren in den Dateien belegen.</translation>
    </message>
    <message>
        <source>Bytes of these tensors, divided by those of all tensors.</source>
        <translation>Bytes dieser Tensoren, geteilt durch die aller Tensoren.</translation>
    </message>
</context>
<context>
    <name>loupe::Health</name>
    <message>
        <source>From %1 to %2</source>
        <translation>Von %1 bis %2</translation>
    </message>
    <message>
        <source>The first of them is element %1, counted from 0</source>
        <translation>Das erste davon ist Element %1, ab 0 gezählt</translation>
    </message>
    <message>
        <source>%1 zero, %2 negative, %3 subnormal</source>
        <translation>%1 gleich 0, %2 negativ, %3 subnormal</translation>
    </message>
    <message>
        <source>Real part: %1</source>
        <translation>Realteil: %1</translation>
    </message>
    <message>
        <source>Imaginary part: %1</source>
        <translation>Imaginärteil: %1</translation>
    </message>
    <message>
        <source>%1 in %2, the first at %3</source>
        <translation>%1 in %2, das erste bei %3</translation>
    </message>
    <message>
        <source>outliers</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>all zero</source>
        <translation>ganz 0</translation>
    </message>
    <message>
        <source>constant %1</source>
        <translation>konstant %1</translation>
    </message>
    <message>
        <source>%1 subnormal</source>
        <translation>%1 subnormal</translation>
    </message>
    <message>
        <source>values unknown</source>
        <translation>Werte unbekannt</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Could not be read: %1</source>
        <translation>Nicht lesbar: %1</translation>
    </message>
    <message>
        <source>Largest magnitude %1</source>
        <translation>Größter Betrag %1</translation>
    </message>
    <message>
        <source>All elements are %1.</source>
        <translation>Alle Elemente sind %1.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Tensors that the filter hides are not counted here.</source>
        <translation>Vom Filter ausgeblendete Tensoren zählen hier nicht.</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>bisher %1</translation>
    </message>
    <message>
        <source>&gt; 1 M σ</source>
        <translation>&gt; 1 M σ</translation>
    </message>
    <message>
        <source>%1 σ</source>
        <translation>%1 σ</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>alle %1</translation>
    </message>
    <message>
        <source>%1 × outliers</source>
        <translation>%1 × Ausreißer</translation>
    </message>
    <message>
        <source>%1 × all zero</source>
        <translation>%1 × ganz 0</translation>
    </message>
    <message>
        <source>%1 × constant</source>
        <translation>%1 × konstant</translation>
    </message>
    <message>
        <source>%1 × subnormal</source>
        <translation>%1 × subnormal</translation>
    </message>
    <message>
        <source>Farthest element: %1 from the mean</source>
        <translation>Entferntestes Element: %1 vom Mittelwert</translation>
    </message>
    <message>
        <source>Duplicate: same dtype, size and bytes as %1</source>
        <translation>Duplikat: gleicher Datentyp, gleiche Größe und gleiche Bytes wie %1</translation>
    </message>
    <message>
        <source>No warnings</source>
        <translation>Keine Warnungen</translation>
    </message>
    <message>
        <source>No warnings in these</source>
        <translation>Keine Warnungen in diesen</translation>
    </message>
    <message>
        <source>Farthest element: %1 from the mean of its tensor</source>
        <translation>Entferntestes Element: %1 vom Mittelwert seines Tensors</translation>
    </message>
    <message>
        <source>Warnings:</source>
        <translation>Warnungen:</translation>
    </message>
    <message>
        <source>no NaN or infinities so far</source>
        <translation>bisher kein NaN oder Unendlich</translation>
    </message>
    <message>
        <source>no NaN or infinities in these</source>
        <translation>kein NaN oder Unendlich in diesen</translation>
    </message>
    <message>
        <source>Not readable</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>The values could not be read.</source>
        <translation>Die Werte waren nicht lesbar.</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>At least one element is NaN.</source>
        <translation>Mindestens ein Element ist NaN.</translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation>Unendlich</translation>
    </message>
    <message>
        <source>At least one element is infinite.</source>
        <translation>Mindestens ein Element ist unendlich.</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>Ausreißer</translation>
    </message>
    <message>
        <source>An element is more than 1,000 standard deviations (σ) of the others from the mean. Normally distributed values stay below 10 σ, heavy tails of trained weights below a few hundred.</source>
        <translation>Ein Element liegt mehr als 1,000 Standardabweichungen (σ) der anderen vom Mittelwert entfernt. Normalverteilte Werte bleiben unter 10 σ, breite Ränder trainierter Gewichte unter einigen Hundert.</translation>
    </message>
    <message>
        <source>All zero</source>
        <translation>Ganz 0</translation>
    </message>
    <message>
        <source>All elements of a matrix of floats are zero. Biases, norms, scales, masks, LoRA B matrices and optimizer states often are, and are not counted.</source>
        <translation>Alle Elemente einer Matrix aus Gleitkommazahlen sind 0. Biases, Normen, Skalen, Masken, LoRA-B-Matrizen und Zustände von Optimierern sind das oft und zählen nicht.</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Konstant</translation>
    </message>
    <message>
        <source>All elements of a matrix of floats have the same value. Biases, norms, scales and masks often do, and are not counted.</source>
        <translation>Alle Elemente einer Matrix aus Gleitkommazahlen haben denselben Wert. Bei Biases, Normen, Skalen und Masken ist das oft so; sie zählen nicht.</translation>
    </message>
    <message>
        <source>Subnormal</source>
        <translation>Subnormal</translation>
    </message>
    <message>
        <source>At least 10 % of the elements are subnormal: so close to 0 that they have lost precision. Types of 8 bits and fewer have many of them, and are not counted.</source>
        <translation>Mindestens 10 % der Elemente sind subnormal: so nahe bei 0, dass sie an Genauigkeit verloren haben. Typen mit höchstens 8 Bit haben viele davon und zählen nicht.</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplikat</translation>
    </message>
    <message>
        <source>The same dtype, size and bytes as an earlier tensor, as tied embeddings have. Constant tensors are not counted.</source>
        <translation>Gleicher Datentyp, gleiche Größe und gleiche Bytes wie ein früherer Tensor, wie bei geteilten Embeddings. Konstante Tensoren zählen nicht.</translation>
    </message>
    <message>
        <source>From %1 to %2, mean %3, standard deviation %4</source>
        <translation>Von %1 bis %2, Mittelwert %3, Standardabweichung %4</translation>
    </message>
    <message numerus="yes">
        <source>%1 NaN, %2 +Inf, %3 −Inf among %4 element(s)</source>
        <translation>
            <numerusform>%1 NaN, %2 +Inf, %3 −Inf unter %4 Element</numerusform>
            <numerusform>%1 NaN, %2 +Inf, %3 −Inf unter %4 Elementen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 %2 in %3 tensor(s)</source>
        <comment>number of NaN or Inf</comment>
        <translation>
            <numerusform>%1 %2 in %3 Tensor</numerusform>
            <numerusform>%1 %2 in %3 Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>number of NaN or Inf</comment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) with outliers</source>
        <translation>
            <numerusform>%1 Tensor mit Ausreißern</numerusform>
            <numerusform>%1 Tensoren mit Ausreißern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) all zero</source>
        <translation>
            <numerusform>%1 Tensor ganz 0</numerusform>
            <numerusform>%1 Tensoren ganz 0</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 constant tensor(s)</source>
        <translation>
            <numerusform>%1 konstanter Tensor</numerusform>
            <numerusform>%1 konstante Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) with subnormals</source>
        <translation>
            <numerusform>%1 Tensor mit Subnormalen</numerusform>
            <numerusform>%1 Tensoren mit Subnormalen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) not readable</source>
        <translation>
            <numerusform>%1 Tensor nicht lesbar</numerusform>
            <numerusform>%1 Tensoren nicht lesbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) scanned</source>
        <translation>
            <numerusform>%1 Tensor geprüft</numerusform>
            <numerusform>%1 Tensoren geprüft</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) scanned</source>
        <translation>
            <numerusform>%1 von %2 Tensor geprüft</numerusform>
            <numerusform>%1 von %2 Tensoren geprüft</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>number of NaN or Inf, place</comment>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 tensor(s), the first: %3</source>
        <translation>
            <numerusform>%1 in %2 Tensor, das erste: %3</numerusform>
            <numerusform>%1 in %2 Tensoren, das erste: %3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 could not be read</source>
        <translation>%1, %2 nicht lesbar</translation>
    </message>
    <message numerus="yes">
        <source>Scanning: %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>Prüfung läuft: %1 von %2 Tensor</numerusform>
            <numerusform>Prüfung läuft: %1 von %2 Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Scan stopped at %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>Prüfung abgebrochen bei %1 von %2 Tensor</numerusform>
            <numerusform>Prüfung abgebrochen bei %1 von %2 Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No NaN or infinities in %1 tensor(s)</source>
        <translation>
            <numerusform>Kein NaN oder Unendlich in %1 Tensor</numerusform>
            <numerusform>Kein NaN oder Unendlich in %1 Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No NaN or infinities in %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>Kein NaN oder Unendlich in %1 von %2 Tensor</numerusform>
            <numerusform>Kein NaN oder Unendlich in %1 von %2 Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>Distance of the farthest element from the mean, in standard deviations (σ) of the others. About 5 for normally distributed values, tens for heavy tails. Groups show their largest.</source>
        <translation>Abstand des entferntesten Elements vom Mittelwert, in Standardabweichungen (σ) der anderen. Etwa 5 bei normalverteilten Werten, einige Dutzend bei breiten Ausläufern. Gruppen zeigen ihren größten.</translation>
    </message>
    <message>
        <source>%1 Filter: %2</source>
        <translation>%1 Filter: %2</translation>
    </message>
    <message numerus="yes">
        <source>other warnings in %1 tensor(s)</source>
        <translation>
            <numerusform>andere Warnungen in %1 Tensor</numerusform>
            <numerusform>andere Warnungen in %1 Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>warnings in %1 tensor(s)</source>
        <translation>
            <numerusform>Warnungen in %1 Tensor</numerusform>
            <numerusform>Warnungen in %1 Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>No tensors to scan</source>
        <translation>Keine Tensoren zu prüfen</translation>
    </message>
    <message>
        <source>%1 %2 at %3</source>
        <comment>number of NaN or Inf, index</comment>
        <translation>%1 %2 bei %3</translation>
    </message>
    <message>
        <source>%1 %2, the first at %3</source>
        <comment>number of NaN or Inf, index</comment>
        <translation>%1 %2, das erste bei %3</translation>
    </message>
    <message>
        <source>%1: %2 and %3</source>
        <comment>tensor, NaN, Inf</comment>
        <translation>%1: %2 und %3</translation>
    </message>
    <message>
        <source>Too few elements for a distance from the mean</source>
        <translation>Zu wenige Elemente für einen Abstand vom Mittelwert</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) with odd scales or codes</source>
        <translation>
            <numerusform>%1 Tensor mit auffälligen Skalen oder Codes</numerusform>
            <numerusform>%1 Tensoren mit auffälligen Skalen oder Codes</numerusform>
        </translation>
    </message>
    <message>
        <source>odd scales or codes</source>
        <translation>auffällige Skalen oder Codes</translation>
    </message>
    <message>
        <source>Scales or codes</source>
        <translation>Skalen oder Codes</translation>
    </message>
    <message>
        <source>A scale of a quantized weight is NaN, infinite, 0, negative or subnormal, codes pile up at the ends of their range, or half of them never occur.</source>
        <translation>Eine Skala eines quantisierten Gewichts ist NaN, unendlich, 0, negativ oder subnormal, Codes häufen sich an den Enden ihres Bereichs, oder die Hälfte von ihnen kommt nie vor.</translation>
    </message>
    <message numerus="yes">
        <source>%1 duplicate(s) of earlier tensors</source>
        <translation>
            <numerusform>%1 Duplikat eines früheren Tensors</numerusform>
            <numerusform>%1 Duplikate früherer Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 unreadable</source>
        <translation>%1 unlesbar</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>%1 × odd scales or codes</source>
        <translation>%1 × auffällige Skalen oder Codes</translation>
    </message>
    <message>
        <source>%1 +%2 more</source>
        <comment>what is wrong</comment>
        <translation>%1 +%2 weitere</translation>
    </message>
    <message>
        <source>odd scales</source>
        <translation>auffällige Skalen</translation>
    </message>
    <message>
        <source>odd codes</source>
        <translation>auffällige Codes</translation>
    </message>
    <message>
        <source>outliers %1</source>
        <comment>distance</comment>
        <translation>Ausreißer %1</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>konstant</translation>
    </message>
    <message>
        <source>subnormal</source>
        <comment>values</comment>
        <translation>subnormal</translation>
    </message>
    <message>
        <source>%1, values of %2 unknown</source>
        <translation>%1, Werte von %2 unbekannt</translation>
    </message>
    <message numerus="yes">
        <source>No values were read: those of %1 tensor(s) are unknown</source>
        <translation>
            <numerusform>Keine Werte gelesen: die von %1 Tensor sind unbekannt</numerusform>
            <numerusform>Keine Werte gelesen: die von %1 Tensoren sind unbekannt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) with unknown values</source>
        <translation>
            <numerusform>%1 Tensor mit unbekannten Werten</numerusform>
            <numerusform>%1 Tensoren mit unbekannten Werten</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>values</comment>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <comment>number of NaN or Inf, place of the first</comment>
        <translation>%1 ab %2</translation>
    </message>
    <message>
        <source>%1 × scales</source>
        <translation>%1 × Skalen</translation>
    </message>
</context>
<context>
    <name>loupe::HealthPanel</name>
    <message>
        <source>Show only tensors with NaN</source>
        <translation>Nur Tensoren mit NaN zeigen</translation>
    </message>
    <message>
        <source>Show only tensors with infinities</source>
        <translation>Nur Tensoren mit Unendlich zeigen</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Scan values</source>
        <translation>Werte prüfen</translation>
    </message>
    <message>
        <source>The values have not been scanned yet.</source>
        <translation>Die Werte wurden noch nicht geprüft.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop the scan (Esc)</source>
        <translation>Die Prüfung abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Find NaN, infinities and other problems in all tensors</source>
        <translation>NaN, Unendlich und andere Probleme in allen Tensoren finden</translation>
    </message>
    <message>
        <source>Show only tensors with warnings</source>
        <translation>Nur Tensoren mit Warnungen anzeigen</translation>
    </message>
    <message numerus="yes">
        <source>%1 duplicate(s)</source>
        <translation>
            <numerusform>%1 Duplikat</numerusform>
            <numerusform>%1 Duplikate</numerusform>
        </translation>
    </message>
    <message>
        <source>Show only the duplicates of earlier tensors</source>
        <translation>Nur Duplikate früherer Tensoren zeigen</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation>%1 NaN</translation>
    </message>
    <message>
        <source>%1 Inf</source>
        <translation>%1 Inf</translation>
    </message>
    <message>
        <source>%1 with warnings</source>
        <comment>tensors</comment>
        <translation>%1 mit Warnungen</translation>
    </message>
    <message>
        <source>Scan again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Places of NaN and infinities</source>
        <translation>Stellen von NaN und Unendlich</translation>
    </message>
    <message>
        <source>A scan finds NaN, infinities, outliers, constant and duplicate tensors.</source>
        <translation>Ein Scan findet NaN, Unendlich, Ausreißer, konstante und doppelte Tensoren.</translation>
    </message>
    <message>
        <source>The farthest value is %1 from the mean of its tensor.</source>
        <comment>31.4 σ</comment>
        <translation>Der äußerste Wert liegt %1 vom Mittelwert seines Tensors entfernt.</translation>
    </message>
    <message>
        <source>%1 with any warning</source>
        <comment>tensors</comment>
        <translation>%1 mit irgendeiner Warnung</translation>
    </message>
    <message>
        <source>Show only tensors with a warning: NaN, infinities or another</source>
        <translation>Nur Tensoren mit einer Warnung anzeigen: NaN, Unendlich oder eine andere</translation>
    </message>
</context>
<context>
    <name>loupe::HeatMap</name>
    <message>
        <source>over %1</source>
        <translation>über %1</translation>
    </message>
    <message>
        <source>%1 NaN</source>
        <translation>%1 NaN</translation>
    </message>
    <message>
        <source>%1 +Inf</source>
        <translation>%1 +Inf</translation>
    </message>
    <message>
        <source>%1 −Inf</source>
        <translation>%1 −Inf</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>+Inf</source>
        <translation>+Inf</translation>
    </message>
    <message>
        <source>−Inf</source>
        <translation>−Inf</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>1 cell = 1 element</source>
        <translation>1 Zelle = 1 Element</translation>
    </message>
    <message>
        <source>Show full range: %1</source>
        <translation>Ganzen Bereich zeigen: %1</translation>
    </message>
    <message>
        <source>not to scale</source>
        <translation>nicht maßstäblich</translation>
    </message>
    <message>
        <source>1 cell = max |x| of %1 × %2</source>
        <translation>1 Zelle = max. |x| von %1 × %2</translation>
    </message>
    <message>
        <source>1 cell = max of %1 × %2</source>
        <translation>1 Zelle = Maximum von %1 × %2</translation>
    </message>
    <message>
        <source>Full range without outliers. An end far beyond the rest leaves out the values that lie that far, or 0.1 % of the values of a heavy tail, at most 1,000. Values outside of the range have their own color. The scale of a heavy tail is logarithmic where half of the values would have one color</source>
        <translation>Ganzer Bereich ohne Ausreißer. Ein Ende weit jenseits der übrigen lässt die Werte weg, die so weit liegen, oder 0,1 % der Werte eines schweren Rands, höchstens 1.000. Werte außerhalb des Bereichs haben eine eigene Farbe. Die Skala eines schweren Rands ist logarithmisch, wo sonst die Hälfte der Werte eine Farbe hätte</translation>
    </message>
</context>
<context>
    <name>loupe::HeatMapCanvas</name>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>+Inf</source>
        <translation>+Inf</translation>
    </message>
    <message>
        <source>−Inf</source>
        <translation>−Inf</translation>
    </message>
</context>
<context>
    <name>loupe::HeatMapReading</name>
    <message>
        <source>%1 so far</source>
        <translation>bisher %1</translation>
    </message>
</context>
<context>
    <name>loupe::HeatMapView</name>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop reading values (Esc)</source>
        <translation>Lesen der Werte abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Range of the colors</source>
        <translation>Bereich der Farben</translation>
    </message>
    <message>
        <source>Automatic range</source>
        <translation>Automatischer Bereich</translation>
    </message>
    <message>
        <source>Full range</source>
        <translation>Voller Bereich</translation>
    </message>
    <message>
        <source>Symmetric range</source>
        <translation>Symmetrischer Bereich</translation>
    </message>
    <message>
        <source>Values under the pointer</source>
        <translation>Werte unter dem Zeiger</translation>
    </message>
    <message>
        <source>Copied the picture</source>
        <translation>Bild kopiert</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation>Abgebrochen. „Berechnen“ beginnt von vorn.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>0.1 % to 99.9 %</source>
        <translation>0.1 % bis 99.9 %</translation>
    </message>
    <message>
        <source>Read the values of this tensor</source>
        <translation>Die Werte dieses Tensors lesen</translation>
    </message>
    <message>
        <source>From the minimum to the maximum of the whole slice</source>
        <translation>Vom Minimum bis zum Maximum des ganzen Schnitts</translation>
    </message>
    <message>
        <source>Visible range</source>
        <translation>Sichtbarer Bereich</translation>
    </message>
    <message>
        <source>From the minimum to the maximum of the visible part</source>
        <translation>Vom Minimum bis zum Maximum des sichtbaren Teils</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Copy or save the picture with its scale</source>
        <translation>Das Bild mit seiner Skala kopieren oder speichern</translation>
    </message>
    <message>
        <source>Leaves out 0.1 % of the values at each end, at most 1,000, and gives them colors of their own</source>
        <translation>Lässt an jedem Ende 0,1 % der Werte weg, höchstens 1.000, und gibt ihnen eigene Farben</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>Als PNG speichern …</translation>
    </message>
    <message>
        <source>Symmetric around 0</source>
        <translation>Symmetrisch um 0</translation>
    </message>
</context>
<context>
    <name>loupe::HelpMenu</name>
    <message>
        <source>About Tensorloupe</source>
        <translation>Über Tensorloupe</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Tensorloupe %1&lt;/h3&gt;&lt;p&gt;Looks inside model files.&lt;/p&gt;&lt;p&gt;Sources: MIT license. This program links Qt Charts and is distributed under the GNU General Public License, version 3.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Tensorloupe %1&lt;/h3&gt;&lt;p&gt;Ein Blick in Modelldateien.&lt;/p&gt;&lt;p&gt;Quelltext: MIT-Lizenz. Dieses Programm verwendet Qt Charts und wird unter der GNU General Public License, Version 3, verbreitet.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>&amp;About Tensorloupe</source>
        <translation>Ü&amp;ber Tensorloupe</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Filter words</source>
        <translation>&amp;Filterbegriffe</translation>
    </message>
</context>
<context>
    <name>loupe::HexArea</name>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
</context>
<context>
    <name>loupe::HexInspector</name>
    <message>
        <source>Value at the cursor</source>
        <translation>Wert an der Schreibmarke</translation>
    </message>
    <message>
        <source>Little-endian</source>
        <translation>Little-Endian</translation>
    </message>
    <message>
        <source>Big-endian</source>
        <translation>Big-Endian</translation>
    </message>
    <message>
        <source>Byte order of the values</source>
        <translation>Bytereihenfolge der Werte</translation>
    </message>
    <message>
        <source>Value at the cursor in each dtype</source>
        <translation>Wert an der Schreibmarke in jedem Datentyp</translation>
    </message>
</context>
<context>
    <name>loupe::HexReadingsModel</name>
    <message>
        <source>Bits</source>
        <translation>Bits</translation>
    </message>
</context>
<context>
    <name>loupe::HexView</name>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Whole file</source>
        <translation>Ganze Datei</translation>
    </message>
    <message>
        <source>Bytes to show</source>
        <translation>Gezeigte Bytes</translation>
    </message>
    <message>
        <source>Go to offset</source>
        <translation>Gehe zu Offset</translation>
    </message>
    <message>
        <source>Byte under the cursor</source>
        <translation>Byte unter der Schreibmarke</translation>
    </message>
    <message>
        <source>Open a file to see its bytes</source>
        <translation>Öffnen Sie eine Datei, um ihre Bytes zu sehen</translation>
    </message>
    <message>
        <source>%1 could not be opened.</source>
        <translation>%1 ließ sich nicht öffnen.</translation>
    </message>
    <message>
        <source>Header of %1</source>
        <translation>Header von %1</translation>
    </message>
    <message>
        <source>This file is empty.</source>
        <translation>Diese Datei ist leer.</translation>
    </message>
    <message>
        <source>This tensor has no bytes.</source>
        <translation>Dieser Tensor hat keine Bytes.</translation>
    </message>
    <message>
        <source>No bytes here</source>
        <translation>Hier sind keine Bytes</translation>
    </message>
    <message>
        <source>Byte offset in the file: 4096, 0x1000, or +16 from the cursor</source>
        <translation>Byte-Offset in der Datei: 4096, 0x1000, oder +16 ab der Schreibmarke</translation>
    </message>
    <message>
        <source>This file has no header. %1 describes its contents.</source>
        <translation>Diese Datei hat keinen Header. %1 beschreibt ihren Inhalt.</translation>
    </message>
    <message>
        <source>The headers of this file are between its tensors. Choose Whole file to see them.</source>
        <translation>Die Header dieser Datei stehen zwischen ihren Tensoren. Wählen Sie „Ganze Datei“, um sie zu sehen.</translation>
    </message>
    <message>
        <source>This file has no readable header.</source>
        <translation>Diese Datei hat keinen lesbaren Header.</translation>
    </message>
    <message>
        <source>This tensor starts at %1, past the end of the file at %2.</source>
        <translation>Dieser Tensor beginnt bei %1, hinter dem Dateiende bei %2.</translation>
    </message>
    <message numerus="yes">
        <source>%1: the file ends %2 byte(s) too early</source>
        <translation>
            <numerusform>%1: Die Datei endet %2 Byte zu früh</numerusform>
            <numerusform>%1: Die Datei endet %2 Bytes zu früh</numerusform>
        </translation>
    </message>
    <message>
        <source>Not an offset. Examples: 4096, 0x1000, +16</source>
        <translation>Kein Offset. Beispiele: 4096, 0x1000, +16</translation>
    </message>
    <message>
        <source>No byte %1. The last one is %2</source>
        <translation>Kein Byte %1. Das letzte ist %2</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <comment>index, value</comment>
        <translation>%1 = %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s) selected</source>
        <translation>
            <numerusform>%1 Byte ausgewählt</numerusform>
            <numerusform>%1 Bytes ausgewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %1 byte(s) can be copied at once</source>
        <translation>
            <numerusform>Höchstens %1 Byte lässt sich auf einmal kopieren</numerusform>
            <numerusform>Höchstens %1 Bytes lassen sich auf einmal kopieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 byte(s)</source>
        <translation>
            <numerusform>%1 Byte kopiert</numerusform>
            <numerusform>%1 Bytes kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Show the bytes at the cursor as a value of each dtype</source>
        <translation>Die Bytes an der Schreibmarke als Wert jedes Datentyps zeigen</translation>
    </message>
</context>
<context>
    <name>loupe::HistogramBars</name>
    <message>
        <source>%1 values, %2</source>
        <translation>%1 Werte, %2</translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation>%1 %2 (%3)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Below %1</source>
        <translation>Unter %1</translation>
    </message>
    <message>
        <source>Above %1</source>
        <translation>Über %1</translation>
    </message>
</context>
<context>
    <name>loupe::HistogramCanvas</name>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Elements, log scale</source>
        <translation>Elemente, logarithmisch</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>%1, symlog, linear within ±%2</source>
        <translation>%1, symlog, linear innerhalb ±%2</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>%1 · ticks mark bins lower than a pixel</source>
        <translation>%1 · Striche markieren Klassen niedriger als ein Pixel</translation>
    </message>
    <message>
        <source>%1 · ticks mark the farthest values</source>
        <translation>%1 · Striche zeigen die äußersten Werte</translation>
    </message>
</context>
<context>
    <name>loupe::HistogramChart</name>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
</context>
<context>
    <name>loupe::HistogramControls</name>
    <message>
        <source>Log counts</source>
        <translation>Log. Anzahlen</translation>
    </message>
    <message>
        <source>Count on a logarithmic scale, so that rare values show</source>
        <translation>Logarithmisch zählen, damit seltene Werte sichtbar sind</translation>
    </message>
    <message>
        <source>Symlog values</source>
        <translation>Symlog-Werte</translation>
    </message>
    <message>
        <source>Values on a symmetric logarithmic scale: linear close to 0, logarithmic on both sides of it</source>
        <translation>Werte auf einer symmetrisch logarithmischen Skala: linear nahe 0, logarithmisch zu beiden Seiten</translation>
    </message>
    <message>
        <source>Number of bins</source>
        <translation>Anzahl der Klassen</translation>
    </message>
    <message>
        <source>Range of values</source>
        <translation>Wertebereich</translation>
    </message>
    <message>
        <source>Show all values, or those between two quantiles</source>
        <translation>Alle Werte zeigen, oder die zwischen zwei Quantilen</translation>
    </message>
    <message>
        <source>Full range</source>
        <translation>Voller Bereich</translation>
    </message>
    <message>
        <source>1–99 %</source>
        <translation>1–99 %</translation>
    </message>
    <message>
        <source>0.1–99.9 %</source>
        <translation>0.1–99.9 %</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Histogram options</source>
        <translation>Optionen des Histogramms</translation>
    </message>
    <message>
        <source>Show the bins as a table</source>
        <translation>Die Klassen als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Show the whole range again (0). Drag across the chart, turn the wheel, or press + and − to zoom; Shift+arrows move</source>
        <translation>Den ganzen Bereich wieder zeigen (0). Zoomen durch Ziehen im Diagramm, mit dem Mausrad oder + und −; Verschieben mit Umschalt und Pfeiltasten</translation>
    </message>
    <message>
        <source>Copy or save the histogram</source>
        <translation>Das Histogramm kopieren oder speichern</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>Daten kopieren</translation>
    </message>
    <message>
        <source>Copy edges and counts as a table</source>
        <translation>Grenzen und Anzahlen als Tabelle kopieren</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>Als PNG speichern …</translation>
    </message>
    <message>
        <source>Save as SVG…</source>
        <translation>Als SVG speichern …</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <source>More histogram options</source>
        <translation>Weitere Optionen des Histogramms</translation>
    </message>
    <message>
        <source>≤ 64 bins</source>
        <translation>≤ 64 Klassen</translation>
    </message>
    <message>
        <source>≤ 256 bins</source>
        <translation>≤ 256 Klassen</translation>
    </message>
    <message>
        <source>≤ 1024 bins</source>
        <translation>≤ 1024 Klassen</translation>
    </message>
    <message>
        <source>At most this many bins of equal width; fewer where the dtype has no values between</source>
        <translation>Höchstens so viele gleich breite Klassen; weniger, wo der Typ keine Werte dazwischen hat</translation>
    </message>
</context>
<context>
    <name>loupe::HistogramModel</name>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>loupe::HistogramPage</name>
    <message>
        <source>Select a tensor to see how its values are distributed.</source>
        <translation>Wählen Sie einen Tensor, um die Verteilung seiner Werte zu sehen.</translation>
    </message>
    <message>
        <source>Select a tensor</source>
        <translation>Wählen Sie einen Tensor</translation>
    </message>
    <message>
        <source>Compare histograms</source>
        <translation>Histogramme vergleichen</translation>
    </message>
    <message>
        <source>Show the histograms of up to %1 tensors of this group below each other</source>
        <translation>Die Histogramme von bis zu %1 Tensoren dieser Gruppe untereinander zeigen</translation>
    </message>
    <message>
        <source>%1 (previous version)</source>
        <comment>tensor</comment>
        <translation>%1 (vorherige Version)</translation>
    </message>
</context>
<context>
    <name>loupe::HistogramTable</name>
    <message>
        <source>Bins of the histogram</source>
        <translation>Klassen des Histogramms</translation>
    </message>
</context>
<context>
    <name>loupe::HistogramView</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>Dieser Tensor hat keine Elemente.</translation>
    </message>
    <message>
        <source>All elements are null.</source>
        <translation>Alle Elemente sind null.</translation>
    </message>
    <message>
        <source>1–99 %</source>
        <translation>1–99 %</translation>
    </message>
    <message>
        <source>0.1–99.9 %</source>
        <translation>0.1–99.9 %</translation>
    </message>
    <message>
        <source>%1, each at least %2 × %3 spacing</source>
        <translation>%1, je mindestens %2 × %3-Abstand</translation>
    </message>
    <message>
        <source>%1 (%2 spacing)</source>
        <translation>%1 (%2-Abstand)</translation>
    </message>
    <message>
        <source>%1 (%2 × %3 spacing)</source>
        <translation>%1 (%2 × %3-Abstand)</translation>
    </message>
    <message>
        <source>Select a tensor to see how its values are distributed.</source>
        <translation>Wählen Sie einen Tensor, um die Verteilung seiner Werte zu sehen.</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation>Abgebrochen. „Berechnen“ beginnt von vorn.</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>Save histogram</source>
        <translation>Histogramm speichern</translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s) outside – show full range</source>
        <translation>
            <numerusform>%1 Wert außerhalb – vollen Bereich zeigen</numerusform>
            <numerusform>%1 Werte außerhalb – vollen Bereich zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>All values are NaN or infinite.</source>
        <translation>Alle Werte sind NaN oder unendlich.</translation>
    </message>
    <message numerus="yes">
        <source>%1 outlier(s) – clip to %2</source>
        <translation>
            <numerusform>%1 Ausreißer – auf %2 begrenzen</numerusform>
            <numerusform>%1 Ausreißer – auf %2 begrenzen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bin(s), linear within ±%2</source>
        <translation>
            <numerusform>%1 Klasse, linear innerhalb ±%2</numerusform>
            <numerusform>%1 Klassen, linear innerhalb ±%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bin(s), one per integer</source>
        <translation>
            <numerusform>%1 Klasse, eine je Ganzzahl</numerusform>
            <numerusform>%1 Klassen, eine je Ganzzahl</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bin(s) of %2 integers each</source>
        <translation>
            <numerusform>%1 Klasse von je %2 Ganzzahlen</numerusform>
            <numerusform>%1 Klassen von je %2 Ganzzahlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bin(s) of width %2</source>
        <translation>
            <numerusform>%1 Klasse der Breite %2</numerusform>
            <numerusform>%1 Klassen der Breite %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 null(s) excluded</source>
        <translation>
            <numerusform>%1 Nullwert ausgeschlossen</numerusform>
            <numerusform>%1 Nullwerte ausgeschlossen</numerusform>
        </translation>
    </message>
    <message>
        <source>Compute the statistics of this tensor</source>
        <translation>Die Kennzahlen dieses Tensors berechnen</translation>
    </message>
    <message>
        <source>Summary of the chart</source>
        <translation>Zusammenfassung des Diagramms</translation>
    </message>
    <message>
        <source>Counted numbers</source>
        <translation>Gezählte Zahlen</translation>
    </message>
    <message>
        <source>Values after scales are applied</source>
        <translation>Werte nach Anwendung der Skalen</translation>
    </message>
    <message>
        <source>Raw quantized codes, before scales are applied</source>
        <translation>Rohe quantisierte Codes, ohne Skalen</translation>
    </message>
    <message numerus="yes">
        <source>%1 value(s) outside, as far as %2 – show full range</source>
        <translation>
            <numerusform>%1 Wert außerhalb, bis zu %2 – vollen Bereich zeigen</numerusform>
            <numerusform>%1 Werte außerhalb, bis zu %2 – vollen Bereich zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>one tall bar: turn on Symlog values to spread it</source>
        <translation>ein hoher Balken: „Symlog-Werte“ einschalten, um ihn aufzufächern</translation>
    </message>
    <message>
        <source>Stored code</source>
        <translation>Gespeicherter Code</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>loupe::HistoryChart</name>
    <message>
        <source>Curve over steps</source>
        <translation>Kurve über die Schritte</translation>
    </message>
    <message>
        <source>%1, log scale</source>
        <translation>%1, logarithmisch</translation>
    </message>
    <message>
        <source>NaN/Inf since step %1</source>
        <translation>NaN/Inf seit Schritt %1</translation>
    </message>
</context>
<context>
    <name>loupe::HistoryView</name>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Logarithmic scale, where all values are positive</source>
        <translation>Logarithmische Skala, wo alle Werte positiv sind</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Copy or save the figures</source>
        <translation>Kennzahlen kopieren oder speichern</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Figures of</source>
        <translation>Kennzahlen von</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>Daten kopieren</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>Als PNG speichern …</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>%1 over steps</source>
        <translation>%1 über die Schritte</translation>
    </message>
    <message>
        <source>Save figures</source>
        <translation>Kennzahlen speichern</translation>
    </message>
    <message>
        <source>Hover, or use the arrow keys, to read the numbers of a step</source>
        <translation>Zeiger oder Pfeiltasten zeigen die Zahlen eines Schritts</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>First NaN or Inf</source>
        <translation>Erstes NaN oder Inf</translation>
    </message>
    <message>
        <source>%1 of %2 series are drawn. Select a checkpoint of another in the list to see it.</source>
        <translation>%1 von %2 Serien sind gezeichnet. Um eine andere zu sehen, einen ihrer Checkpoints in der Liste auswählen.</translation>
    </message>
</context>
<context>
    <name>loupe::JobWords</name>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>waiting for %1</source>
        <translation>wartet auf %1</translation>
    </message>
</context>
<context>
    <name>loupe::KeptEnergyModel</name>
    <message>
        <source>whole</source>
        <comment>change</comment>
        <translation>ganz</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>The part of the model that is changed</source>
        <translation>Der Teil des Modells, der geändert wird</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>How many rows the factor A (down) has in the file</source>
        <translation>Wie viele Zeilen der Faktor A (down) in der Datei hat</translation>
    </message>
    <message>
        <source>New rank</source>
        <translation>Neuer Rang</translation>
    </message>
    <message>
        <source>How many rows it will have; whole: the change itself is stored</source>
        <translation>Wie viele Zeilen er haben wird; ganz: die Änderung selbst wird gespeichert</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Energy kept</source>
        <translation>Energie erhalten</translation>
    </message>
    <message>
        <source>Frobenius norm of the update before it is cut, with its scale: the root of the sum of its squared elements</source>
        <translation>Frobeniusnorm der Änderung, bevor sie gekürzt wird, mit ihrem Faktor: die Wurzel der Summe ihrer quadrierten Elemente</translation>
    </message>
    <message>
        <source>Share of the update&apos;s squared norm that the new factors have: the sum of the squares of the singular values that are kept, divided by that of all</source>
        <translation>Anteil der quadrierten Norm der Änderung, den die neuen Faktoren haben: die Summe der Quadrate der Singulärwerte, die bleiben, geteilt durch die aller</translation>
    </message>
</context>
<context>
    <name>loupe::KeptEnergyPanel</name>
    <message>
        <source>Energy kept of each module</source>
        <translation>Erhaltene Energie jedes Moduls</translation>
    </message>
    <message>
        <source>Energy kept</source>
        <translation>Energie erhalten</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>Abb&amp;rechen</translation>
    </message>
    <message>
        <source>&amp;Compute</source>
        <translation>Bere&amp;chnen</translation>
    </message>
    <message>
        <source>Squared norms of all modules, each times the share of it that is kept, divided by their sum</source>
        <translation>Quadrierte Normen aller Module, jede mal dem Anteil, der von ihr bleibt, geteilt durch ihre Summe</translation>
    </message>
    <message>
        <source>Keeps %1 of the total energy.</source>
        <comment>percentage</comment>
        <translation>Behält %1 der gesamten Energie.</translation>
    </message>
</context>
<context>
    <name>loupe::LayerChart</name>
    <message>
        <source>Values by layer</source>
        <translation>Werte nach Schicht</translation>
    </message>
    <message>
        <source>Values by block</source>
        <translation>Werte nach Block</translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s), from %2 to %3</source>
        <translation>
            <numerusform>%1 Schicht, von %2 bis %3</numerusform>
            <numerusform>%1 Schichten, von %2 bis %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s), from %2 to %3</source>
        <translation>
            <numerusform>%1 Block, von %2 bis %3</numerusform>
            <numerusform>%1 Blöcke, von %2 bis %3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · log scale</source>
        <translation>%1 · logarithmische Skala</translation>
    </message>
    <message>
        <source>Layer %1: RMS %2 · mean %3 · σ %4 · max |x| %5</source>
        <translation>Schicht %1: RMS %2 · Mittelwert %3 · σ %4 · max |x| %5</translation>
    </message>
    <message>
        <source>Block %1: RMS %2 · mean %3 · σ %4 · max |x| %5</source>
        <translation>Block %1: RMS %2 · Mittelwert %3 · σ %4 · max |x| %5</translation>
    </message>
    <message>
        <source>%1 · %2 NaN or Inf</source>
        <translation>%1 · %2 NaN oder Inf</translation>
    </message>
</context>
<context>
    <name>loupe::LayerMap</name>
    <message>
        <source>NaN or Inf on one side only: %1</source>
        <translation>NaN oder Inf nur auf einer Seite: %1</translation>
    </message>
    <message>
        <source>other NaN or Inf</source>
        <translation>andere NaN oder Inf</translation>
    </message>
    <message>
        <source>not compared yet</source>
        <translation>noch nicht verglichen</translation>
    </message>
    <message>
        <source>relative L2 %1</source>
        <translation>relative L2 %1</translation>
    </message>
    <message>
        <source>no relative L2</source>
        <translation>keine relative L2</translation>
    </message>
    <message>
        <source>max |A−B| %1</source>
        <translation>max. |A−B| %1</translation>
    </message>
    <message>
        <source>largest relative L2 %1</source>
        <translation>größte relative L2 %1</translation>
    </message>
    <message>
        <source>%1 elements differ</source>
        <translation>%1 Elemente verschieden</translation>
    </message>
    <message numerus="yes">
        <source>%1 pair(s): %2</source>
        <translation>
            <numerusform>%1 Paar: %2</numerusform>
            <numerusform>%1 Paare: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::LayersCanvas</name>
    <message>
        <source>Layers and roles</source>
        <translation>Schichten und Rollen</translation>
    </message>
    <message>
        <source>Other tensors</source>
        <translation>Andere Tensoren</translation>
    </message>
    <message>
        <source>All tensors</source>
        <translation>Alle Tensoren</translation>
    </message>
    <message numerus="yes">
        <source>%1 block(s)</source>
        <translation>
            <numerusform>%1 Block</numerusform>
            <numerusform>%1 Blöcke</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, all ending in %2</source>
        <translation>%1, alle mit der Endung %2</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>blocks, tensors</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>all other roles</source>
        <translation>alle anderen Rollen</translation>
    </message>
    <message>
        <source>%1 × %2 roles, all other roles merged in the last row</source>
        <comment>blocks, number</comment>
        <translation>%1 × %2 Rollen, alle anderen in der letzten Zeile zusammengefasst</translation>
    </message>
    <message numerus="yes">
        <source>%1 expert(s)</source>
        <translation>
            <numerusform>%1 Experte</numerusform>
            <numerusform>%1 Experten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::LayersLegend</name>
    <message>
        <source>NaN or Inf differs</source>
        <translation>NaN oder Inf verschieden</translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation>anderer Datentyp</translation>
    </message>
    <message>
        <source>not compared yet</source>
        <translation>noch nicht verglichen</translation>
    </message>
    <message>
        <source>relative L2: ‖A − B‖ / ‖A‖</source>
        <translation>relative L2: ‖A − B‖ / ‖A‖</translation>
    </message>
    <message>
        <source>changed, no relative L2</source>
        <translation>geändert, keine relative L2</translation>
    </message>
    <message>
        <source>Norm of the difference of A and B, divided by the norm of A: the root of the sum of its squared elements. 0: nothing differs; 1: the change is as large as A itself.</source>
        <translation>Norm der Differenz von A und B, geteilt durch die Norm von A: die Wurzel der Summe der quadrierten Elemente. 0: nichts ist verschieden; 1: die Änderung ist so groß wie A selbst.</translation>
    </message>
</context>
<context>
    <name>loupe::LayersTab</name>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Build layer view</source>
        <translation>Schichtansicht aufbauen</translation>
    </message>
    <message>
        <source>Layers of both checkpoints</source>
        <translation>Schichten beider Checkpoints</translation>
    </message>
    <message>
        <source>Merge repeated parts, such as experts</source>
        <translation>Wiederholte Teile, etwa Experten, zusammenfassen</translation>
    </message>
    <message>
        <source>Details of the cell</source>
        <translation>Einzelheiten der Zelle</translation>
    </message>
    <message>
        <source>Could not build the layer view: %1</source>
        <translation>Die Schichtansicht ließ sich nicht aufbauen: %1</translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation>Abgebrochen. „Berechnen“ beginnt von vorn.</translation>
    </message>
    <message>
        <source>Neither checkpoint has tensors.</source>
        <translation>Keiner der Checkpoints enthält Tensoren.</translation>
    </message>
    <message>
        <source>Values of the cell</source>
        <translation>Werte der Zelle</translation>
    </message>
    <message>
        <source>Hover over a cell for details</source>
        <translation>Zeigen Sie auf eine Zelle, um Einzelheiten zu sehen</translation>
    </message>
</context>
<context>
    <name>loupe::LayersView</name>
    <message>
        <source>One scale</source>
        <translation>Eine Skala</translation>
    </message>
    <message>
        <source>By role</source>
        <translation>Je Rolle</translation>
    </message>
    <message>
        <source>Each role has a scale of its own: it shows which blocks differ from the others</source>
        <translation>Jede Rolle hat ihre eigene Skala: Sie zeigt, welche Blöcke von den anderen abweichen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Copy or save the grid</source>
        <translation>Das Raster kopieren oder speichern</translation>
    </message>
    <message>
        <source>Scale of colors</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>Repeated parts</source>
        <translation>Wiederholte Teile</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>Details of the cell</source>
        <translation>Einzelheiten der Zelle</translation>
    </message>
    <message>
        <source>Curve of</source>
        <translation>Kurve von</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>Daten kopieren</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>Als PNG speichern …</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Open a file to see its layers.</source>
        <translation>Öffnen Sie eine Datei, um ihre Schichten zu sehen.</translation>
    </message>
    <message>
        <source>Could not build the layer view: %1</source>
        <translation>Die Schichtansicht ließ sich nicht aufbauen: %1</translation>
    </message>
    <message>
        <source>The file has no tensors.</source>
        <translation>Die Datei hat keine Tensoren.</translation>
    </message>
    <message>
        <source>Experts merged</source>
        <translation>Experten zusammen</translation>
    </message>
    <message>
        <source>A cell stands for all repeated parts of a block</source>
        <translation>Eine Zelle steht für alle wiederholten Teile eines Blocks</translation>
    </message>
    <message>
        <source>Each repeated part has rows of its own</source>
        <translation>Jeder wiederholte Teil hat eigene Zeilen</translation>
    </message>
    <message>
        <source>The repeated parts of this block side by side</source>
        <translation>Die wiederholten Teile dieses Blocks nebeneinander</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>The values have not been scanned yet.</source>
        <translation>Die Werte wurden noch nicht geprüft.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Scan values</source>
        <translation>Werte prüfen</translation>
    </message>
    <message>
        <source>Stop the scan (Esc)</source>
        <translation>Die Prüfung abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Stop (%1 %)</source>
        <translation>Abbrechen (%1 %)</translation>
    </message>
    <message>
        <source>No update could be computed.</source>
        <translation>Keine Änderung konnte berechnet werden.</translation>
    </message>
    <message>
        <source>A dtype has no curve: choose another statistic.</source>
        <translation>Ein DType hat keine Kurve: Wählen Sie eine andere Statistik.</translation>
    </message>
    <message>
        <source>This tensor is not in a numbered layer.</source>
        <translation>Dieser Tensor gehört zu keiner nummerierten Schicht.</translation>
    </message>
    <message>
        <source>Click a cell to plot its role across layers; Ctrl+click to compare roles.</source>
        <translation>Klicken Sie auf eine Zelle, um die Kurve ihrer Rolle über die Schichten zu sehen; Strg+Klick vergleicht Rollen.</translation>
    </message>
    <message>
        <source>Not computed yet.</source>
        <translation>Noch nicht berechnet.</translation>
    </message>
    <message>
        <source>%1 of %2 by expert</source>
        <comment>statistic, roles</comment>
        <translation>%1 von %2 nach Experten</translation>
    </message>
    <message>
        <source>%1 of %2 by block</source>
        <comment>statistic, roles</comment>
        <translation>%1 von %2 nach Block</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>CSV exportieren</translation>
    </message>
    <message>
        <source>The same value has the same color in all roles</source>
        <translation>Der gleiche Wert hat in allen Rollen die gleiche Farbe</translation>
    </message>
    <message>
        <source>Statistic</source>
        <translation>Statistik</translation>
    </message>
    <message>
        <source>How to show experts and other repeated parts of a block</source>
        <translation>Darstellung der Experten und anderer wiederholter Teile eines Blocks</translation>
    </message>
    <message>
        <source>Values of the cell</source>
        <translation>Werte der Zelle</translation>
    </message>
    <message>
        <source>Values by block</source>
        <translation>Werte nach Block</translation>
    </message>
    <message>
        <source>The tensors could not be read.</source>
        <translation>Die Tensoren konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Each expert</source>
        <translation>Jeder Experte</translation>
    </message>
    <message>
        <source>%1 only</source>
        <comment>a block</comment>
        <translation>Nur %1</translation>
    </message>
    <message>
        <source>No numbered layers: hover over a tensor for details</source>
        <translation>Keine nummerierten Schichten: Zeigen Sie auf einen Tensor, um Einzelheiten zu sehen</translation>
    </message>
    <message>
        <source>Hover over a cell for details</source>
        <translation>Zeigen Sie auf eine Zelle, um Einzelheiten zu sehen</translation>
    </message>
    <message>
        <source>Stable ranks are computed on request.</source>
        <translation>Stabile Ränge werden auf Wunsch berechnet.</translation>
    </message>
    <message>
        <source>Read all values to compute their statistics</source>
        <translation>Alle Werte lesen, um ihre Statistiken zu berechnen</translation>
    </message>
    <message>
        <source>Compute stable ranks</source>
        <translation>Stabile Ränge berechnen</translation>
    </message>
    <message>
        <source>Stop (Esc). Results so far are kept.</source>
        <translation>Anhalten (Esc). Bisherige Ergebnisse bleiben.</translation>
    </message>
    <message>
        <source>Compute the largest singular value of each matrix, selected roles first. Reads each matrix up to 50 times.</source>
        <translation>Den größten Singulärwert jeder Matrix berechnen, gewählte Rollen zuerst. Liest jede Matrix bis zu 50-mal.</translation>
    </message>
</context>
<context>
    <name>loupe::LeftOut</name>
    <message>
        <source>“%1”, %2</source>
        <translation>„%1“, %2</translation>
    </message>
    <message>
        <source>%1; and %2 more</source>
        <translation>%1; und %2 weitere</translation>
    </message>
    <message>
        <source>Skipped: %1</source>
        <translation>Ausgelassen: %1</translation>
    </message>
    <message>
        <source>Skipped: %1 (%2)</source>
        <translation>Ausgelassen: %1 (%2)</translation>
    </message>
</context>
<context>
    <name>loupe::LeftOutDialog</name>
    <message>
        <source>&amp;Copy all</source>
        <translation>Alles &amp;kopieren</translation>
    </message>
    <message numerus="yes">
        <source>%1 item(s) skipped:</source>
        <translation>
            <numerusform>%1 Eintrag ausgelassen:</numerusform>
            <numerusform>%1 Einträge ausgelassen:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 item(s) skipped, the first %2:</source>
        <translation>
            <numerusform>%1 Eintrag ausgelassen, die ersten %2:</numerusform>
            <numerusform>%1 Einträge ausgelassen, die ersten %2:</numerusform>
        </translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Skipped tensors and files</source>
        <translation>Ausgelassene Tensoren und Dateien</translation>
    </message>
</context>
<context>
    <name>loupe::Location</name>
    <message>
        <source>An address begins with https://, http://, hf://, s3:// or sftp://, or is HOST:/PATH of SSH</source>
        <translation>Eine Adresse beginnt mit https://, http://, hf://, s3:// oder sftp://, oder ist RECHNER:/PFAD über SSH</translation>
    </message>
</context>
<context>
    <name>loupe::LocationControl</name>
    <message>
        <source>Open location</source>
        <translation>Adresse öffnen</translation>
    </message>
</context>
<context>
    <name>loupe::LocationDialog</name>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>&amp;Address:</source>
        <translation>&amp;Adresse:</translation>
    </message>
    <message>
        <source>a file on a web server</source>
        <translation>eine Datei auf einem Webserver</translation>
    </message>
    <message>
        <source>a whole sharded model</source>
        <translation>ein ganzes Modell aus mehreren Dateien</translation>
    </message>
    <message>
        <source>a file on the hub</source>
        <translation>eine Datei auf dem Hub</translation>
    </message>
    <message>
        <source>an object of S3 or a compatible server</source>
        <translation>ein Objekt von S3 oder einem kompatiblen Server</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>The password or signature of this address was not stored. Enter the whole address again.</source>
        <translation>Passwort oder Signatur dieser Adresse wurden nicht gespeichert. Geben Sie die ganze Adresse noch einmal ein.</translation>
    </message>
    <message>
        <source>The password or signature in this address is used now and not stored.</source>
        <translation>Passwort oder Signatur in dieser Adresse werden jetzt verwendet und nicht gespeichert.</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>why the address is none</comment>
        <translation>%1.</translation>
    </message>
    <message>
        <source>the whole model in a repository of the hub</source>
        <translation>das ganze Modell in einem Repository des Hubs</translation>
    </message>
    <message>
        <source>the model among the objects there</source>
        <translation>das Modell unter den Objekten dort</translation>
    </message>
    <message>
        <source>a file or folder on a machine with an SSH server</source>
        <translation>eine Datei oder ein Ordner auf einem Rechner mit SSH-Server</translation>
    </message>
    <message>
        <source>Show the address with its password</source>
        <translation>Die Adresse mit ihrem Passwort zeigen</translation>
    </message>
    <message>
        <source>Enter the address of a file or model.</source>
        <translation>Adresse einer Datei oder eines Modells eingeben.</translation>
    </message>
    <message>
        <source>&amp;Show password</source>
        <translation>Passwort &amp;zeigen</translation>
    </message>
</context>
<context>
    <name>loupe::MainWindow</name>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Open another checkpoint without saving the changes to this one?</source>
        <translation>Einen anderen Checkpoint öffnen, ohne die Änderungen an diesem zu speichern?</translation>
    </message>
    <message>
        <source>filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message>
        <source>Close the window without saving the changes?</source>
        <translation>Das Fenster schließen, ohne die Änderungen zu speichern?</translation>
    </message>
    <message>
        <source>Reload without saving the changes?</source>
        <translation>Neu laden, ohne die Änderungen zu speichern?</translation>
    </message>
    <message>
        <source>Change the view without saving the changes?</source>
        <translation>Ansicht wechseln, ohne die Änderungen zu speichern?</translation>
    </message>
    <message>
        <source>--view %1 is for the folder of a training run</source>
        <translation>--view %1 ist für den Ordner eines Trainingslaufs</translation>
    </message>
</context>
<context>
    <name>loupe::ManualWindow</name>
    <message>
        <source>Tensorloupe manual</source>
        <translation>Handbuch zu Tensorloupe</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation>Seiten des Handbuchs</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>Werkzeugleiste</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Find on this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>Formate</translation>
    </message>
    <message>
        <source>The window</source>
        <translation>Das Fenster</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Edit, save, convert</source>
        <translation>Bearbeiten, Speichern, Konvertieren</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Befehlszeile</translation>
    </message>
    <message>
        <source>Quantized checkpoints</source>
        <translation>Quantisierte Checkpoints</translation>
    </message>
    <message>
        <source>Files on servers</source>
        <translation>Dateien auf Servern</translation>
    </message>
    <message>
        <source>Many machines</source>
        <translation>Viele Rechner</translation>
    </message>
    <message>
        <source>Training runs</source>
        <translation>Trainingsläufe</translation>
    </message>
    <message>
        <source>What a model is</source>
        <translation>Was ein Modell ist</translation>
    </message>
    <message>
        <source>LoRA adapters</source>
        <translation>LoRA-Adapter</translation>
    </message>
    <message>
        <source>Rearrangements</source>
        <translation>Umordnungen</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Spektrum</translation>
    </message>
</context>
<context>
    <name>loupe::MemoryPanel</name>
    <message>
        <source>Memory</source>
        <translation>Speicherbedarf</translation>
    </message>
    <message>
        <source>weights as stored</source>
        <translation>Gewichte wie gespeichert</translation>
    </message>
    <message>
        <source>The size of the cache is not known: %1</source>
        <translation>Die Größe des Cache ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s)</source>
        <translation>
            <numerusform>%1 Kopf</numerusform>
            <numerusform>%1 Köpfe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 Byte</numerusform>
            <numerusform>%1 Byte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s)</source>
        <translation>
            <numerusform>%1 Schicht</numerusform>
            <numerusform>%1 Schichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s)</source>
        <translation>
            <numerusform>%1 Token</numerusform>
            <numerusform>%1 Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sequence(s)</source>
        <translation>
            <numerusform>%1 Sequenz</numerusform>
            <numerusform>%1 Sequenzen</numerusform>
        </translation>
    </message>
    <message>
        <source>What the tensors take in the file.</source>
        <translation>Was die Tensoren in der Datei belegen.</translation>
    </message>
    <message>
        <source>Each parameter takes %1 bits.</source>
        <translation>Jeder Parameter belegt %1 Bit.</translation>
    </message>
    <message>
        <source>%1-bit</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>Excludes the scales of quantized weights.</source>
        <translation>Ohne die Skalierungen quantisierter Gewichte.</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Batch-Größe</translation>
    </message>
    <message>
        <source>KV cache precision</source>
        <translation>Genauigkeit des KV-Caches</translation>
    </message>
    <message>
        <source>The number of tokens in each sequence whose keys and values are cached</source>
        <translation>Die Anzahl der Tokens je Sequenz, deren Keys und Values im Cache liegen</translation>
    </message>
    <message>
        <source>The number of sequences that the model processes at the same time</source>
        <translation>Die Anzahl der Sequenzen, die das Modell gleichzeitig verarbeitet</translation>
    </message>
    <message>
        <source>The size of each cached number</source>
        <translation>Die Größe jeder Zahl im Cache</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>KV cache: %1</source>
        <translation>KV-Cache: %1</translation>
    </message>
    <message>
        <source>The keys and values of earlier tokens: %1</source>
        <translation>Die Keys und Values früherer Tokens: %1</translation>
    </message>
    <message>
        <source>Total: %1</source>
        <translation>Gesamt: %1</translation>
    </message>
    <message>
        <source>The weights as stored and the KV cache: %1. Excludes activations and the runtime.</source>
        <translation>Die Gewichte wie gespeichert und der KV-Cache: %1. Ohne Aktivierungen und Laufzeitumgebung.</translation>
    </message>
    <message>
        <source>An estimate, because the family of the model is unknown.</source>
        <translation>Eine Schätzung, weil die Modellfamilie unbekannt ist.</translation>
    </message>
    <message>
        <source>The context of the model is only %1.</source>
        <translation>Der Kontext des Modells ist nur %1.</translation>
    </message>
    <message numerus="yes">
        <source>%1 token(s) of the encoder</source>
        <translation>
            <numerusform>%1 Token des Encoders</numerusform>
            <numerusform>%1 Token des Encoders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::MergeAdapterChoice</name>
    <message>
        <source>Strength</source>
        <translation>Stärke</translation>
    </message>
    <message>
        <source>Factor of each update: 1 merges all of it. Tensors that replace others are taken as they are.</source>
        <translation>Faktor jeder Änderung: 1 führt sie ganz zusammen. Tensoren, die andere ersetzen, bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>&amp;Strength</source>
        <translation>&amp;Stärke</translation>
    </message>
    <message>
        <source>Opening the base…</source>
        <translation>Das Basismodell wird geöffnet …</translation>
    </message>
    <message>
        <source>Choose the model that the adapter is merged into.</source>
        <translation>Das Modell wählen, mit dem der Adapter zusammengeführt wird.</translation>
    </message>
    <message>
        <source>-merged</source>
        <translation>-zusammengeführt</translation>
    </message>
    <message>
        <source>B&amp;ase</source>
        <translation>B&amp;asismodell</translation>
    </message>
</context>
<context>
    <name>loupe::MergeChoice</name>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Remove the checkpoints that could not be opened.</source>
        <translation>Entfernen Sie die Checkpoints, die sich nicht öffnen ließen.</translation>
    </message>
    <message>
        <source>Add at least two checkpoints.</source>
        <translation>Fügen Sie mindestens zwei Checkpoints hinzu.</translation>
    </message>
</context>
<context>
    <name>loupe::MergeList</name>
    <message>
        <source>&amp;Add…</source>
        <translation>&amp;Hinzufügen …</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Checkpoints to merge</source>
        <translation>Checkpoints zum Zusammenführen</translation>
    </message>
    <message>
        <source>Add checkpoints</source>
        <translation>Checkpoints hinzufügen</translation>
    </message>
</context>
<context>
    <name>loupe::MergeSourcesModel</name>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet …</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %2 staged change(s)</source>
        <translation>
            <numerusform>%1 · %2 vorgemerkte Änderung</numerusform>
            <numerusform>%1 · %2 vorgemerkte Änderungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::MetadataDifferenceModel</name>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
</context>
<context>
    <name>loupe::MetadataEditor</name>
    <message>
        <source>Add metadata</source>
        <translation>Metadaten hinzufügen</translation>
    </message>
    <message>
        <source>Edit metadata</source>
        <translation>Metadaten bearbeiten</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>&amp;Schlüssel</translation>
    </message>
    <message>
        <source>&amp;Value</source>
        <translation>&amp;Wert</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replaced value</source>
        <translation>Ersetzter Wert</translation>
    </message>
    <message>
        <source>Unusual line endings and spaces in this value become plain ones if you change it here.</source>
        <translation>Ungewöhnliche Zeilenenden und Leerzeichen in diesem Wert werden zu einfachen, wenn Sie ihn hier ändern.</translation>
    </message>
    <message>
        <source>This key exists. Its value “%1” will be replaced.</source>
        <translation>Diesen Schlüssel gibt es schon. Sein Wert „%1“ wird ersetzt.</translation>
    </message>
</context>
<context>
    <name>loupe::MetadataModel</name>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>will be removed</source>
        <translation>wird entfernt</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>vorher: %1</translation>
    </message>
    <message>
        <source>will be added</source>
        <translation>wird hinzugefügt</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
</context>
<context>
    <name>loupe::MetadataSearch</name>
    <message>
        <source>Previous match (Shift+F3, Shift+Enter in the field)</source>
        <translation>Voriger Treffer (Umschalt+F3, Umschalt+Eingabe im Feld)</translation>
    </message>
    <message>
        <source>Next match (F3, Enter in the field)</source>
        <translation>Nächster Treffer (F3, Eingabe im Feld)</translation>
    </message>
    <message>
        <source>Search keys and values</source>
        <translation>Schlüssel und Werte durchsuchen</translation>
    </message>
    <message>
        <source>Shows only what contains this text (Ctrl+F). Arrays are searched to their ends; [12 finds elements by their number</source>
        <translation>Zeigt nur, was diesen Text enthält (Strg+F). Felder werden bis zum Ende durchsucht; [12 findet Elemente nach ihrer Nummer</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft …</translation>
    </message>
</context>
<context>
    <name>loupe::MetadataTab</name>
    <message>
        <source>Metadata of A and B</source>
        <translation>Metadaten von A und B</translation>
    </message>
    <message>
        <source>Not in A</source>
        <translation>Nicht in A</translation>
    </message>
    <message>
        <source>Not in B</source>
        <translation>Nicht in B</translation>
    </message>
    <message>
        <source>Metadata (%1)</source>
        <translation>Metadaten (%1)</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleich läuft …</translation>
    </message>
    <message>
        <source>Metadata of both checkpoints</source>
        <translation>Metadaten beider Checkpoints</translation>
    </message>
    <message>
        <source>Neither checkpoint has metadata.</source>
        <translation>Keiner der Checkpoints enthält Metadaten.</translation>
    </message>
    <message>
        <source>Full value in A</source>
        <translation>Voller Wert in A</translation>
    </message>
    <message>
        <source>Full value in B</source>
        <translation>Voller Wert in B</translation>
    </message>
    <message>
        <source>Compare the metadata</source>
        <translation>Die Metadaten vergleichen</translation>
    </message>
    <message>
        <source>Could not compare the metadata: %1</source>
        <translation>Die Metadaten ließen sich nicht vergleichen: %1</translation>
    </message>
</context>
<context>
    <name>loupe::MetadataTree</name>
    <message numerus="yes">
        <source>{%1 key(s)}</source>
        <translation>
            <numerusform>{%1 Schlüssel}</numerusform>
            <numerusform>{%1 Schlüssel}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>[%1 value(s)]</source>
        <translation>
            <numerusform>[%1 Wert]</numerusform>
            <numerusform>[%1 Werte]</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more value(s)</source>
        <translation>
            <numerusform>%1 weiterer Wert</numerusform>
            <numerusform>%1 weitere Werte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::MetadataView</name>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen …</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>This file has no metadata.</source>
        <translation>Diese Datei hat keine Metadaten.</translation>
    </message>
    <message>
        <source>Full value</source>
        <translation>Voller Wert</translation>
    </message>
    <message>
        <source>Open a file to see its metadata.</source>
        <translation>Öffnen Sie eine Datei, um ihre Metadaten zu sehen.</translation>
    </message>
    <message>
        <source>The metadata of this file is empty.</source>
        <translation>Die Metadaten dieser Datei sind leer.</translation>
    </message>
    <message>
        <source>The value is too long to edit here</source>
        <translation>Der Wert ist zu lang, um ihn hier zu bearbeiten</translation>
    </message>
    <message>
        <source>Full value of the selected row</source>
        <translation>Voller Wert der ausgewählten Zeile</translation>
    </message>
    <message>
        <source>Remove or restore the metadata key</source>
        <translation>Metadatenschlüssel entfernen oder wiederherstellen</translation>
    </message>
    <message>
        <source>Only whole keys can be removed: select the key</source>
        <translation>Nur ganze Schlüssel lassen sich entfernen: den Schlüssel auswählen</translation>
    </message>
</context>
<context>
    <name>loupe::ModelCard</name>
    <message numerus="yes">
        <source>%1 shard(s)</source>
        <translation>
            <numerusform>%1 Shard</numerusform>
            <numerusform>%1 Shards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <translation>
            <numerusform>%1 Datei</numerusform>
            <numerusform>%1 Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>format, number of files</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>hidden size %1</source>
        <translation>verborgene Größe %1</translation>
    </message>
    <message>
        <source>vocabulary %1</source>
        <translation>Vokabular %1</translation>
    </message>
    <message>
        <source>context %1</source>
        <translation>Kontext %1</translation>
    </message>
    <message>
        <source>%1 adapter</source>
        <translation>%1-Adapter</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>alpha %1</source>
        <translation>Alpha %1</translation>
    </message>
    <message>
        <source>base model %1</source>
        <translation>Basismodell %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s)</source>
        <translation>
            <numerusform>%1 Schicht</numerusform>
            <numerusform>%1 Schichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s)</source>
        <translation>
            <numerusform>%1 Kopf</numerusform>
            <numerusform>%1 Köpfe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 expert(s)</source>
        <translation>
            <numerusform>%1 Experte</numerusform>
            <numerusform>%1 Experten</numerusform>
        </translation>
    </message>
    <message>
        <source>tied head</source>
        <translation>Kopf teilt Gewichte mit der Einbettung</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>family of models, kind of model</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>with %1</source>
        <comment>part of a model</comment>
        <translation>mit %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s) in the encoder</source>
        <translation>
            <numerusform>%1 Schicht im Encoder</numerusform>
            <numerusform>%1 Schichten im Encoder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layer(s) in the decoder</source>
        <translation>
            <numerusform>%1 Schicht im Decoder</numerusform>
            <numerusform>%1 Schichten im Decoder</numerusform>
        </translation>
    </message>
    <message>
        <source>how many rows the factor A (down) of a change has</source>
        <translation>wie viele Zeilen der Faktor A (down) einer Änderung hat</translation>
    </message>
    <message>
        <source>divided by the rank, or by its root, it scales each change</source>
        <translation>geteilt durch den Rang oder dessen Wurzel ist es der Faktor jeder Änderung</translation>
    </message>
    <message>
        <source>the model that the adapter changes</source>
        <translation>das Modell, das der Adapter ändert</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>figure, definition</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <comment>figure, definition, evidence</comment>
        <translation>%1: %2 (%3)</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Aus %1</translation>
    </message>
    <message>
        <source>From the metadata</source>
        <translation>Aus den Metadaten</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>range of numbers</comment>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>the output uses the weights of the token embedding</source>
        <translation>die Ausgabe verwendet die Gewichte der Token-Einbettung</translation>
    </message>
    <message>
        <source>%1 of %2 parameters active per token</source>
        <translation>%1 von %2 Parametern je Token aktiv</translation>
    </message>
    <message>
        <source>all parameters except those of experts that the router does not select</source>
        <translation>alle Parameter außer denen der Experten, die der Router nicht auswählt</translation>
    </message>
    <message>
        <source>blocks with the same structure, in sequence</source>
        <translation>Blöcke gleicher Struktur, nacheinander</translation>
    </message>
    <message>
        <source>how many numbers represent a token between layers</source>
        <translation>wie viele Zahlen ein Token zwischen den Schichten darstellen</translation>
    </message>
    <message>
        <source>parallel attention heads in each layer; several may share keys and values</source>
        <translation>parallele Attention-Köpfe in jeder Schicht; mehrere können Keys und Values teilen</translation>
    </message>
    <message>
        <source>feed-forward networks in each layer; a router selects some of them for each token</source>
        <translation>Feed-Forward-Netze in jeder Schicht; ein Router wählt für jedes Token einige davon aus</translation>
    </message>
    <message>
        <source>how many different tokens the model has</source>
        <translation>wie viele verschiedene Tokens das Modell hat</translation>
    </message>
    <message>
        <source>the largest number of tokens in a sequence that the model is made for</source>
        <translation>die größte Anzahl von Tokens je Sequenz, für die das Modell gemacht ist</translation>
    </message>
    <message numerus="yes">
        <source>%1 head(s) (%2 KV)</source>
        <translation>
            <numerusform>%1 Kopf (%2 KV)</numerusform>
            <numerusform>%1 Köpfe (%2 KV)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 expert(s), %2 per token</source>
        <translation>
            <numerusform>%1 Experte, %2 je Token</numerusform>
            <numerusform>%1 Experten, %2 je Token</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ModuleTable</name>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
</context>
<context>
    <name>loupe::NoticeBar</name>
    <message>
        <source>Notices</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>loupe::NoticeLine</name>
    <message>
        <source>Newest notice</source>
        <translation>Neueste Meldung</translation>
    </message>
    <message>
        <source>Show all notices</source>
        <translation>Alle Meldungen zeigen</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>loupe::NoticeRow</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close: %1</source>
        <translation>Schließen: %1</translation>
    </message>
</context>
<context>
    <name>loupe::Notices</name>
    <message>
        <source>%1 was opened at the same time.</source>
        <translation>%1 wurde gleichzeitig geöffnet.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>%1. Showing the previous version.</source>
        <translation>%1. Die vorige Version wird gezeigt.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>%1 is one shard of a model.</source>
        <translation>%1 ist ein Shard eines Modells.</translation>
    </message>
    <message>
        <source>Open the whole model</source>
        <translation>Ganzes Modell öffnen</translation>
    </message>
    <message>
        <source>Show findings</source>
        <translation>Befunde zeigen</translation>
    </message>
    <message>
        <source>Salvage intact tensors…</source>
        <translation>Intakte Tensoren retten …</translation>
    </message>
    <message>
        <source>Try another…</source>
        <translation>Anderen versuchen …</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>Entsperren …</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 wird geöffnet</translation>
    </message>
    <message>
        <source>Computing statistics</source>
        <translation>Kennzahlen werden berechnet</translation>
    </message>
    <message>
        <source>Counting the histogram</source>
        <translation>Das Histogramm wird gezählt</translation>
    </message>
    <message>
        <source>A file of the model was deleted or moved. Showing the previous version.</source>
        <translation>Eine Datei des Modells wurde gelöscht oder verschoben. Die vorige Version wird gezeigt.</translation>
    </message>
    <message>
        <source>The file was deleted or moved. Showing the previous version.</source>
        <translation>Die Datei wurde gelöscht oder verschoben. Die vorige Version wird gezeigt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 error(s)</source>
        <translation>
            <numerusform>%1 Fehler</numerusform>
            <numerusform>%1 Fehler</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 warning(s)</source>
        <translation>
            <numerusform>%1 Warnung</numerusform>
            <numerusform>%1 Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>errors and warnings, the first</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The values are encrypted. This build cannot decrypt them.</source>
        <translation>Die Werte sind verschlüsselt. Dieser Build kann sie nicht entschlüsseln.</translation>
    </message>
    <message>
        <source>Wrong key or passphrase for the encrypted values.</source>
        <translation>Falscher Schlüssel oder falsche Passphrase für die verschlüsselten Werte.</translation>
    </message>
    <message>
        <source>The values are encrypted. Only names, dtypes and shapes are shown.</source>
        <translation>Die Werte sind verschlüsselt. Nur Namen, Datentypen und Formen werden gezeigt.</translation>
    </message>
    <message>
        <source>%1 is no longer in %2.</source>
        <translation>%1 ist nicht mehr in %2.</translation>
    </message>
    <message>
        <source>Remove from recent files</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Changed on the server: values cannot be read.</source>
        <translation>Auf dem Server geändert: Werte sind nicht lesbar.</translation>
    </message>
    <message>
        <source>Offline. This is the copy from %1.</source>
        <translation>Ohne Netz. Das ist die Kopie vom %1.</translation>
    </message>
    <message>
        <source>This folder also has checkpoints of a training run.</source>
        <translation>Dieser Ordner hat auch Checkpoints eines Trainingslaufs.</translation>
    </message>
    <message>
        <source>Show the run</source>
        <translation>Den Lauf zeigen</translation>
    </message>
    <message>
        <source>The file changed on disk. The previous version is shown, but its values may no longer be readable.</source>
        <translation>Die Datei wurde auf dem Datenträger geändert. Die vorige Version wird gezeigt, aber ihre Werte sind vielleicht nicht mehr lesbar.</translation>
    </message>
</context>
<context>
    <name>loupe::OpenControl</name>
    <message>
        <source>Open checkpoint</source>
        <translation>Checkpoint öffnen</translation>
    </message>
    <message>
        <source>Open folder of shards</source>
        <translation>Ordner mit Shards öffnen</translation>
    </message>
    <message>
        <source>Open location</source>
        <translation>Adresse öffnen</translation>
    </message>
    <message>
        <source>Compare: choose A</source>
        <translation>Vergleichen: A wählen</translation>
    </message>
    <message>
        <source>Compare: choose B</source>
        <translation>Vergleichen: B wählen</translation>
    </message>
    <message>
        <source>Compare with checkpoint</source>
        <translation>Mit Checkpoint vergleichen</translation>
    </message>
    <message>
        <source>Compare with location</source>
        <translation>Mit Adresse vergleichen</translation>
    </message>
</context>
<context>
    <name>loupe::OpenFilters</name>
    <message>
        <source>Model files (%1)</source>
        <translation>Modelldateien (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>loupe::OrderedTreeView</name>
    <message>
        <source>Expand all below</source>
        <translation>Alles darunter ausklappen</translation>
    </message>
</context>
<context>
    <name>loupe::OriginText</name>
    <message>
        <source>code %1</source>
        <translation>Code %1</translation>
    </message>
    <message>
        <source>code %1 = %2</source>
        <comment>code, the number that it stands for</comment>
        <translation>Code %1 = %2</translation>
    </message>
    <message>
        <source>code %1 (0x%2) = %3</source>
        <comment>code, in hexadecimal, the number that it stands for</comment>
        <translation>Code %1 (0x%2) = %3</translation>
    </message>
    <message>
        <source>scale %1</source>
        <translation>Skala %1</translation>
    </message>
    <message>
        <source>scale %1 ÷ global %2</source>
        <translation>Skala %1 ÷ global %2</translation>
    </message>
    <message>
        <source>scale %1 × global %2</source>
        <translation>Skala %1 × global %2</translation>
    </message>
    <message>
        <source>(%1 − zero %2) × %3</source>
        <comment>code, zero point, scale</comment>
        <translation>(%1 − Nullpunkt %2) × %3</translation>
    </message>
    <message>
        <source>%1 × %2 + offset %3</source>
        <comment>code, scale</comment>
        <translation>%1 × %2 + Versatz %3</translation>
    </message>
    <message>
        <source>%1 × %2 ÷ 127</source>
        <comment>code, scale</comment>
        <translation>%1 × %2 ÷ 127</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>code, scale</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>code = number, scale</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>formula, value</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>block row %1 of %2, column %3 of %4</source>
        <comment>row of the block from 1, number of rows of blocks, the same for columns</comment>
        <translation>Blockzeile %1 von %2, Spalte %3 von %4</translation>
    </message>
    <message>
        <source>group %1 of %2</source>
        <comment>number of the group in its row from 1, number of groups</comment>
        <translation>Gruppe %1 von %2</translation>
    </message>
</context>
<context>
    <name>loupe::OutputFilesModel</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Rewrite header</source>
        <translation>Header neu schreiben</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Create index</source>
        <translation>Index anlegen</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Create (new folder)</source>
        <translation>Anlegen (neuer Ordner)</translation>
    </message>
</context>
<context>
    <name>loupe::OutputFolder</name>
    <message>
        <source>Choose where to write.</source>
        <translation>Wählen Sie ein Ziel.</translation>
    </message>
    <message>
        <source>Folder %1 does not exist.</source>
        <translation>Den Ordner %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>%1 is a folder. Enter the name of a file.</source>
        <translation>%1 ist ein Ordner. Geben Sie den Namen einer Datei an.</translation>
    </message>
    <message>
        <source>%1 is a file, not a folder.</source>
        <translation>%1 ist eine Datei, kein Ordner.</translation>
    </message>
    <message>
        <source>Folder %1 is not writable.</source>
        <translation>Der Ordner %1 ist nicht beschreibbar.</translation>
    </message>
</context>
<context>
    <name>loupe::OverviewView</name>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>in tensors</source>
        <translation>in Tensoren</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>bits per parameter</source>
        <translation>Bit je Parameter</translation>
    </message>
    <message>
        <source>in headers</source>
        <translation>in Headern</translation>
    </message>
    <message>
        <source>in the header</source>
        <translation>im Header</translation>
    </message>
    <message>
        <source>in files</source>
        <translation>in Dateien</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>in der Datei</translation>
    </message>
    <message>
        <source>shared, counted once</source>
        <translation>gemeinsam, einmal gezählt</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Repeated blocks</source>
        <translation>Wiederholte Blöcke</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>Stated digests</source>
        <translation>Angegebene Prüfsummen</translation>
    </message>
    <message numerus="yes">
        <source>tensor(s)</source>
        <comment>below a number</comment>
        <translation>
            <numerusform>Tensor</numerusform>
            <numerusform>Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>parameter(s)</source>
        <comment>below a number</comment>
        <translation>
            <numerusform>Parameter</numerusform>
            <numerusform>Parameter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 × %2 · %3 parameter(s) each</source>
        <comment>blocks, tensors</comment>
        <translation>
            <numerusform>%1 × %2 · je %3 Parameter</numerusform>
            <numerusform>%1 × %2 · je %3 Parameter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %2 block(s) differ</source>
        <translation>
            <numerusform>%1; %2 Block weicht ab</numerusform>
            <numerusform>%1; %2 Blöcke weichen ab</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 The scheme is named in %2.</source>
        <comment>sentence, file</comment>
        <translation>%1 Das Verfahren steht in %2.</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>Quantisierung</translation>
    </message>
    <message>
        <source>Codes and scales are shown as they are stored.</source>
        <translation>Codes und Skalen werden gezeigt, wie sie gespeichert sind.</translation>
    </message>
    <message>
        <source>Show quantized weights</source>
        <translation>Quantisierte Gewichte zeigen</translation>
    </message>
    <message>
        <source>Show stored tensors</source>
        <translation>Gespeicherte Tensoren zeigen</translation>
    </message>
    <message>
        <source>declared in tensors</source>
        <translation>in Tensoren angegeben</translation>
    </message>
    <message>
        <source>%1; blocks %2–%3: %4 each</source>
        <translation>%1; Blöcke %2–%3: je %4</translation>
    </message>
    <message>
        <source>%1; block %2: %3</source>
        <translation>%1; Block %2: %3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <comment>stacks of blocks</comment>
        <translation>und %1 weitere</translation>
    </message>
    <message numerus="yes">
        <source>%1 quantized weight(s), stored in %2, are shown dequantized.</source>
        <translation>
            <numerusform>%1 quantisiertes Gewicht, gespeichert in %2, wird dequantisiert gezeigt.</numerusform>
            <numerusform>%1 quantisierte Gewichte, gespeichert in %2, werden dequantisiert gezeigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The values of %1 quantized weight(s), stored in %2, cannot be decoded.</source>
        <translation>
            <numerusform>Die Werte von %1 quantisierten Gewicht, gespeichert in %2, lassen sich nicht dekodieren.</numerusform>
            <numerusform>Die Werte von %1 quantisierten Gewichten, gespeichert in %2, lassen sich nicht dekodieren.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 The scheme follows from names and shapes.</source>
        <comment>sentence</comment>
        <translation>%1 Das Verfahren folgt aus Namen und Formen.</translation>
    </message>
    <message>
        <source>%1 The scheme is named in descriptions among the tensors.</source>
        <comment>sentence</comment>
        <translation>%1 Das Verfahren steht in Beschreibungen unter den Tensoren.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle anzeigen</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger anzeigen</translation>
    </message>
    <message>
        <source>No config.json beside the file and no metadata in it name a family.</source>
        <translation>Weder eine config.json neben der Datei noch ihre Metadaten nennen eine Familie.</translation>
    </message>
    <message>
        <source>%1 names no family that is known.</source>
        <translation>%1 nennt keine bekannte Familie.</translation>
    </message>
    <message>
        <source>No known family has tensors with these names and shapes.</source>
        <translation>Keine bekannte Familie hat Tensoren mit diesen Namen und Formen.</translation>
    </message>
    <message>
        <source>Family unknown</source>
        <translation>Familie unbekannt</translation>
    </message>
    <message>
        <source>%1 each, ×%2</source>
        <comment>shape and size, how many</comment>
        <translation>je %1, ×%2</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>Weights compared with those of other layers and parts, and scales with what they scale. Warnings of Health and warning:yes are about each tensor by itself: what is found here does not count among them.</source>
        <translation>Gewichte im Vergleich mit denen anderer Schichten und Teile, und Skalen mit dem, was sie skalieren. Warnungen unter Zustand und warning:yes betreffen jeden Tensor für sich: Was hier steht, zählt dort nicht mit.</translation>
    </message>
    <message>
        <source>Arrays of numbers, each with a name.</source>
        <translation>Felder von Zahlen, jedes mit einem Namen.</translation>
    </message>
    <message>
        <source>Elements of all tensors together; those of shared storage count once.</source>
        <translation>Elemente aller Tensoren zusammen; die von gemeinsamem Speicher zählen einmal.</translation>
    </message>
    <message>
        <source>What the tensors would take if none were cut off.</source>
        <translation>Was die Tensoren belegen würden, wenn keiner abgeschnitten wäre.</translation>
    </message>
    <message>
        <source>What the values of the tensors take in the files.</source>
        <translation>Was die Werte der Tensoren in den Dateien belegen.</translation>
    </message>
    <message>
        <source>Bits in the files for each parameter, scales and other parts of quantized weights included.</source>
        <translation>Bits in den Dateien für jeden Parameter, Skalen und andere Teile quantisierter Gewichte eingeschlossen.</translation>
    </message>
    <message>
        <source>What says where each tensor is, its type and its shape, with the metadata.</source>
        <translation>Was sagt, wo jeder Tensor ist, seinen Typ und seine Form, mit den Metadaten.</translation>
    </message>
    <message>
        <source>All bytes: headers, tensors, and what lies between them.</source>
        <translation>Alle Bytes: Header, Tensoren und was dazwischen liegt.</translation>
    </message>
    <message>
        <source>Tensors whose bytes are those of another tensor, or a part of them.</source>
        <translation>Tensoren, deren Bytes die eines anderen Tensors sind oder ein Teil davon.</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <translation>Nicht geprüft: %1</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>number of parameters</comment>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Nothing tells how many elements the codes of some quantized weights stand for.</source>
        <translation>Nichts sagt, für wie viele Elemente die Codes mancher quantisierter Gewichte stehen.</translation>
    </message>
    <message>
        <source>Value checks</source>
        <translation>Prüfungen der Werte</translation>
    </message>
</context>
<context>
    <name>loupe::Page</name>
    <message>
        <source>Largest tensors</source>
        <translation>Größte Tensoren</translation>
    </message>
    <message>
        <source>×%1</source>
        <translation>×%1</translation>
    </message>
    <message numerus="yes">
        <source>All %1 tensor(s) have %2 each.</source>
        <translation>
            <numerusform>%1 Tensor hat %2.</numerusform>
            <numerusform>Alle %1 Tensoren haben je %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>each</source>
        <translation>je Tensor</translation>
    </message>
    <message>
        <source>in all</source>
        <translation>insgesamt</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>%1 insgesamt</translation>
    </message>
    <message>
        <source>Show largest families</source>
        <translation>Größte Familien zeigen</translation>
    </message>
    <message>
        <source>Largest families</source>
        <translation>Größte Familien</translation>
    </message>
    <message>
        <source>Show largest tensors</source>
        <translation>Größte Tensoren zeigen</translation>
    </message>
</context>
<context>
    <name>loupe::PairByteMap</name>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>not yet compared</source>
        <translation>noch nicht verglichen</translation>
    </message>
    <message>
        <source>relative L2 %1</source>
        <translation>relative L2 %1</translation>
    </message>
    <message>
        <source>NaN or Inf differs</source>
        <translation>NaN oder Inf verschieden</translation>
    </message>
    <message>
        <source>Other dtype</source>
        <translation>Anderer Datentyp</translation>
    </message>
    <message>
        <source>Not yet compared</source>
        <translation>Noch nicht verglichen</translation>
    </message>
    <message>
        <source>Byte maps of A and B</source>
        <translation>Byte-Karten von A und B</translation>
    </message>
    <message>
        <source>Hover to identify bytes, scroll to zoom</source>
        <translation>Zeigen, um Bytes zu bestimmen; scrollen, um zu vergrößern</translation>
    </message>
    <message>
        <source>Changed, relative L2 (log scale) %1</source>
        <translation>Geändert, relative L2 (logarithmisch) %1</translation>
    </message>
    <message>
        <source>left out by the rules</source>
        <translation>von den Regeln ausgelassen</translation>
    </message>
</context>
<context>
    <name>loupe::PairCellsSwitch</name>
    <message>
        <source>A, B and B − A in each cell (S in the table, F4 for the next choice)</source>
        <translation>A, B und B − A in jeder Zelle (S in der Tabelle, F4 für die nächste Wahl)</translation>
    </message>
    <message>
        <source>Only the values of A (A in the table, F4 for the next choice)</source>
        <translation>Nur die Werte von A (A in der Tabelle, F4 für die nächste Wahl)</translation>
    </message>
    <message>
        <source>Only the values of B (B in the table, F4 for the next choice)</source>
        <translation>Nur die Werte von B (B in der Tabelle, F4 für die nächste Wahl)</translation>
    </message>
    <message>
        <source>Only the differences (D in the table, F4 for the next choice)</source>
        <translation>Nur die Differenzen (D in der Tabelle, F4 für die nächste Wahl)</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
</context>
<context>
    <name>loupe::PairDetails</name>
    <message>
        <source>The selected pair</source>
        <translation>Das ausgewählte Paar</translation>
    </message>
</context>
<context>
    <name>loupe::PairFiguresModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>DType</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>File offset</source>
        <translation>Datei-Offset</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Verschoben</translation>
    </message>
    <message>
        <source>to another file</source>
        <translation>in eine andere Datei</translation>
    </message>
    <message>
        <source>within the file</source>
        <translation>innerhalb der Datei</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Nicht gelesen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>NaN/Inf only on this side</source>
        <translation>NaN/Inf nur auf dieser Seite</translation>
    </message>
    <message>
        <source>Differing</source>
        <translation>Verschieden</translation>
    </message>
    <message>
        <source>Bitwise different</source>
        <translation>Bitweise verschieden</translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>Erster Unterschied</translation>
    </message>
    <message>
        <source>Max |A−B|</source>
        <translation>Max. |A−B|</translation>
    </message>
    <message>
        <source>Mean |A−B|</source>
        <translation>Mittel |A−B|</translation>
    </message>
    <message>
        <source>RMS of A−B</source>
        <translation>RMS von A−B</translation>
    </message>
    <message>
        <source>Relative L2</source>
        <translation>Relative L2</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>content</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>position (a guess)</source>
        <translation>Position (vermutet)</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>your confirmation</source>
        <translation>Ihre Bestätigung</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>Zugeordnet nach</translation>
    </message>
    <message>
        <source>Null only on this side</source>
        <translation>Null nur auf dieser Seite</translation>
    </message>
    <message>
        <source>Max ULP distance</source>
        <translation>Max. ULP-Abstand</translation>
    </message>
    <message>
        <source>not compared yet</source>
        <translation>noch nicht verglichen</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation>anderer Datentyp</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verschoben</translation>
    </message>
    <message>
        <source>Max relative L2</source>
        <translation>Max. relative L2</translation>
    </message>
    <message>
        <source>Min cosine</source>
        <translation>Min. Kosinus</translation>
    </message>
    <message>
        <source>SNR in dB</source>
        <translation>SNR in dB</translation>
    </message>
    <message>
        <source>Bits per weight</source>
        <translation>Bits pro Gewicht</translation>
    </message>
    <message>
        <source>Elements that have no value on one side and have one on the other</source>
        <translation>Elemente, die auf einer Seite keinen Wert haben und auf der anderen einen</translation>
    </message>
    <message>
        <source>Elements whose bits differ, which includes −0 and +0, and different NaN. Only if both sides have the same dtype</source>
        <translation>Elemente, deren Bits sich unterscheiden, auch −0 und +0 und verschiedene NaN. Nur bei gleichem DType auf beiden Seiten</translation>
    </message>
</context>
<context>
    <name>loupe::PairHeader</name>
    <message>
        <source>Path of %1</source>
        <translation>Pfad von %1</translation>
    </message>
    <message>
        <source>Totals of %1</source>
        <translation>Summen von %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %2 · %3 parameter(s) · %4</source>
        <translation>
            <numerusform>%1 · %2 · %3 Parameter · %4</numerusform>
            <numerusform>%1 · %2 · %3 Parameter · %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::PairHeatMapReadout</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: A %2, B %3, B − A %4</source>
        <translation>%1: A %2, B %3, B − A %4</translation>
    </message>
</context>
<context>
    <name>loupe::PairHeatMapTab</name>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop reading values (Esc)</source>
        <translation>Lesen der Werte abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Range of the colors</source>
        <translation>Bereich der Farben</translation>
    </message>
    <message>
        <source>Automatic range</source>
        <translation>Automatischer Bereich</translation>
    </message>
    <message>
        <source>Full range</source>
        <translation>Voller Bereich</translation>
    </message>
    <message>
        <source>Scale of the colors</source>
        <translation>Skala der Farben</translation>
    </message>
    <message>
        <source>One scale</source>
        <translation>Eine Skala</translation>
    </message>
    <message>
        <source>Heat maps</source>
        <translation>Heatmaps</translation>
    </message>
    <message>
        <source>Elements under the pointer</source>
        <translation>Elemente unter dem Zeiger</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no difference in this part</source>
        <translation>kein Unterschied in diesem Teil</translation>
    </message>
    <message>
        <source>no difference in this part of this slice</source>
        <translation>kein Unterschied in diesem Teil dieses Schnitts</translation>
    </message>
    <message>
        <source>all values are equal</source>
        <translation>alle Werte sind gleich</translation>
    </message>
    <message>
        <source>no difference in this slice</source>
        <translation>kein Unterschied in diesem Schnitt</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Read the values of this pair</source>
        <translation>Die Werte dieses Paars lesen</translation>
    </message>
    <message>
        <source>From the minimum to the maximum of the whole slice</source>
        <translation>Vom Minimum bis zum Maximum des ganzen Schnitts</translation>
    </message>
    <message>
        <source>Scale B − A by the differences alone, so that small ones show</source>
        <translation>B − A nur nach den Differenzen skalieren, damit kleine sichtbar sind</translation>
    </message>
    <message>
        <source>Scale all three by the values of A and B, so that small changes look small</source>
        <translation>Alle drei nach den Werten von A und B skalieren, damit kleine Änderungen klein aussehen</translation>
    </message>
    <message>
        <source>Separate scale</source>
        <translation>Eigene Skala</translation>
    </message>
</context>
<context>
    <name>loupe::PairHistogramCharts</name>
    <message>
        <source>mean %1</source>
        <translation>Mittelwert %1</translation>
    </message>
    <message>
        <source>σ %1</source>
        <translation>σ %1</translation>
    </message>
    <message>
        <source>All values are NaN or infinite.</source>
        <translation>Alle Werte sind NaN oder unendlich.</translation>
    </message>
    <message>
        <source>All values are the same in A and B.</source>
        <translation>Alle Werte sind in A und B gleich.</translation>
    </message>
    <message>
        <source>Values differ only where one is NaN or infinite.</source>
        <translation>Werte unterscheiden sich nur, wo einer NaN oder unendlich ist.</translation>
    </message>
    <message>
        <source>Histograms of A and B</source>
        <translation>Histogramme von A und B</translation>
    </message>
    <message>
        <source>Histogram of the differences</source>
        <translation>Histogramm der Differenzen</translation>
    </message>
    <message>
        <source>NaN, Inf</source>
        <translation>NaN, Inf</translation>
    </message>
    <message>
        <source>B − A: width %1</source>
        <translation>B − A: Breite %1</translation>
    </message>
    <message>
        <source>B − A: within ±%1</source>
        <translation>B − A: innerhalb ±%1</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>B − A · %1 differ
mean |B−A| %2 · max %3</source>
        <translation>B − A · %1 verschieden
Mittel |B−A| %2 · max. %3</translation>
    </message>
    <message>
        <source>B − A: %1</source>
        <translation>B − A: %1</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A und B</translation>
    </message>
    <message>
        <source>Show the histograms of A and B</source>
        <translation>Histogramme von A und B anzeigen</translation>
    </message>
    <message>
        <source>Show the histogram of the differences</source>
        <translation>Histogramm der Differenzen anzeigen</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
</context>
<context>
    <name>loupe::PairHistogramTab</name>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt …</translation>
    </message>
    <message>
        <source>Counting… %1</source>
        <translation>Wird gezählt … %1</translation>
    </message>
    <message>
        <source>Save histogram</source>
        <translation>Histogramm speichern</translation>
    </message>
    <message>
        <source>Count the values of this pair</source>
        <translation>Die Werte dieses Paars zählen</translation>
    </message>
    <message>
        <source>Summary of the chart</source>
        <translation>Zusammenfassung des Diagramms</translation>
    </message>
</context>
<context>
    <name>loupe::PairMessages</name>
    <message>
        <source>Select a tensor, or go to the next difference with Alt+Down.</source>
        <translation>Wählen Sie einen Tensor, oder gehen Sie mit Alt+Ab zum nächsten Unterschied.</translation>
    </message>
    <message>
        <source>Select a tensor.</source>
        <translation>Wählen Sie einen Tensor.</translation>
    </message>
    <message>
        <source>Values of dtype %1 cannot be read.</source>
        <translation>Werte des Datentyps %1 sind nicht lesbar.</translation>
    </message>
    <message>
        <source>The shape %1 has more elements than can be counted.</source>
        <translation>Die Form %1 hat mehr Elemente, als sich zählen lassen.</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>Dieser Tensor hat keine Elemente.</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A und B</translation>
    </message>
    <message>
        <source>A and B are identical.</source>
        <translation>A und B sind gleich.</translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation>Abgebrochen. „Berechnen“ beginnt von vorn.</translation>
    </message>
    <message>
        <source>Nothing to compare yet.</source>
        <translation>Noch nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>Select a tensor of this group.</source>
        <translation>Wählen Sie einen Tensor dieser Gruppe.</translation>
    </message>
    <message>
        <source>Not compared: the index of %1 places this tensor in %2, which does not have it.</source>
        <translation>Nicht verglichen: Laut Index von %1 liegt dieser Tensor in %2, fehlt dort aber.</translation>
    </message>
    <message>
        <source>Not compared: %1 stores this tensor in %2, which could not be opened.</source>
        <translation>Nicht verglichen: %1 speichert diesen Tensor in %2, die sich nicht öffnen ließ.</translation>
    </message>
    <message>
        <source>No difference: only %1 has this tensor.</source>
        <translation>Keine Differenz: Nur %1 enthält diesen Tensor.</translation>
    </message>
    <message>
        <source>No difference: the shape is %1 in A and %2 in B.</source>
        <translation>Keine Differenz: Die Form ist %1 in A und %2 in B.</translation>
    </message>
    <message>
        <source>No difference: the values of %1 cannot be read.</source>
        <translation>Keine Differenz: Die Werte von %1 sind nicht lesbar.</translation>
    </message>
</context>
<context>
    <name>loupe::PairPictures</name>
    <message>
        <source>A and B</source>
        <translation>A und B</translation>
    </message>
    <message>
        <source>Color scale of B − A</source>
        <translation>Farbskala von B − A</translation>
    </message>
    <message>
        <source>Value of %1 under the pointer</source>
        <translation>Wert von %1 unter dem Zeiger</translation>
    </message>
    <message>
        <source>Heat map of %1</source>
        <translation>Heatmap von %1</translation>
    </message>
    <message>
        <source>A, B, B − A</source>
        <translation>A, B, B − A</translation>
    </message>
    <message>
        <source>Color scale of %1</source>
        <translation>Farbskala von %1</translation>
    </message>
    <message>
        <source>Show the picture of A</source>
        <translation>Bild von A anzeigen</translation>
    </message>
    <message>
        <source>Show the picture of B</source>
        <translation>Bild von B anzeigen</translation>
    </message>
    <message>
        <source>Show the picture of B − A</source>
        <translation>Bild von B − A anzeigen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>loupe::PairSelectionControl</name>
    <message>
        <source>No tensor or group is named “%1”.</source>
        <translation>Weder ein Tensor noch eine Gruppe heißt „%1“.</translation>
    </message>
</context>
<context>
    <name>loupe::PairValuesTab</name>
    <message>
        <source>Previous element that differs in the whole tensor (Shift+F3)</source>
        <translation>Voriges verschiedenes Element im ganzen Tensor (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next element that differs in the whole tensor (F3)</source>
        <translation>Nächstes verschiedenes Element im ganzen Tensor (F3)</translation>
    </message>
    <message>
        <source>All elements have the same value in A and in B.</source>
        <translation>Alle Elemente haben in A und B denselben Wert.</translation>
    </message>
    <message>
        <source>%1, not compared</source>
        <translation>%1, nicht verglichen</translation>
    </message>
    <message>
        <source>Only in %1</source>
        <translation>Nur in %1</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 value(s)</source>
        <translation>
            <numerusform>%1 Wert kopiert</numerusform>
            <numerusform>%1 Werte kopiert</numerusform>
        </translation>
    </message>
    <message>
        <source>Values of the pair</source>
        <translation>Werte des Paars</translation>
    </message>
    <message>
        <source>No values differ</source>
        <translation>Keine Werte sind verschieden</translation>
    </message>
    <message>
        <source>B − A = %1</source>
        <translation>B − A = %1</translation>
    </message>
    <message>
        <source>%1 × %2 selected</source>
        <translation>%1 × %2 ausgewählt</translation>
    </message>
    <message>
        <source>◤ differs · blue: B smaller · red: B larger</source>
        <translation>◤ verschieden · blau: B kleiner · rot: B größer</translation>
    </message>
    <message>
        <source>◤ differs · blue: B smaller · red: B larger · full color at %1 (log)</source>
        <translation>◤ verschieden · blau: B kleiner · rot: B größer · volle Farbe bei %1 (log.)</translation>
    </message>
</context>
<context>
    <name>loupe::PairingDialog</name>
    <message>
        <source>Filter: part of a name</source>
        <translation>Filter: Teil eines Namens</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Check all</source>
        <translation>Alle ankreuzen</translation>
    </message>
    <message>
        <source>Check none</source>
        <translation>Keine ankreuzen</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Replaces the first match in each A name (RE2 regex; use \1…\9 for groups)</source>
        <translation>Ersetzt die erste Fundstelle in jedem Namen von A (regulärer Ausdruck nach RE2; \1…\9 für Gruppen)</translation>
    </message>
    <message>
        <source>Suggested matches</source>
        <translation>Vorgeschlagene Zuordnungen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>All tensors are matched.</source>
        <translation>Alle Tensoren sind zugeordnet.</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>Die Suche wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Match renamed tensors</source>
        <translation>Umbenannte Tensoren zuordnen</translation>
    </message>
    <message>
        <source>Check all shown rows</source>
        <translation>Alle gezeigten Zeilen ankreuzen</translation>
    </message>
    <message>
        <source>Uncheck all shown rows</source>
        <translation>Kreuze aller gezeigten Zeilen entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Rules match %1 tensor(s).</source>
        <translation>
            <numerusform>Regeln ordnen %1 Tensor zu.</numerusform>
            <numerusform>Regeln ordnen %1 Tensoren zu.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 suggestion(s) confirmed.</source>
        <translation>
            <numerusform>%1 von %2 Vorschlag bestätigt.</numerusform>
            <numerusform>%1 von %2 Vorschlägen bestätigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Unmatched: %1 only in A, %2 only in B.</source>
        <translation>Nicht zugeordnet: %1 nur in A, %2 nur in B.</translation>
    </message>
    <message>
        <source>No names match the filter.</source>
        <translation>Kein Name passt zum Filter.</translation>
    </message>
    <message>
        <source>Matching by content and position…</source>
        <translation>Zuordnung nach Inhalt und Position …</translation>
    </message>
    <message>
        <source>No unmatched tensors have the same dtype and shape.</source>
        <translation>Keine übrigen Tensoren haben gleichen Datentyp und gleiche Form.</translation>
    </message>
    <message>
        <source>Comparing tensors that may be the same</source>
        <translation>Vielleicht gleiche Tensoren werden verglichen</translation>
    </message>
    <message>
        <source>Comparing tensors that may be the same fetches up to %1 over the network.</source>
        <translation>Der Vergleich von Tensoren, die gleich sein könnten, lädt bis zu %1 über das Netz.</translation>
    </message>
    <message>
        <source>Shows pairs where either name contains the text.</source>
        <translation>Zeigt die Paare, bei denen einer der Namen den Text enthält.</translation>
    </message>
</context>
<context>
    <name>loupe::PartsPanel</name>
    <message>
        <source>Stored as</source>
        <translation>Gespeichert als</translation>
    </message>
    <message>
        <source>Show the bytes of %1</source>
        <translation>Bytes von %1 zeigen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>bytes, file</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, finding</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>Show the bytes</source>
        <translation>Die Bytes zeigen</translation>
    </message>
</context>
<context>
    <name>loupe::RankChoice</name>
    <message>
        <source>up to rank</source>
        <translation>höchstens den Rang</translation>
    </message>
    <message>
        <source>at least the energy</source>
        <translation>mindestens die Energie</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>The largest singular values of each update stay. Energy is the share of its squared norm that they have.</source>
        <translation>Die größten Singulärwerte jeder Änderung bleiben. Energie ist der Anteil ihrer quadrierten Norm, den sie haben.</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
</context>
<context>
    <name>loupe::RearrangementDialog</name>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Sa&amp;ve recipe as…</source>
        <translation>Rezept &amp;speichern unter …</translation>
    </message>
    <message>
        <source>Rearrangements</source>
        <translation>Umordnungen</translation>
    </message>
    <message>
        <source>Arrangements</source>
        <translation>Anordnungen</translation>
    </message>
    <message>
        <source>Suggested rules</source>
        <translation>Vorgeschlagene Regeln</translation>
    </message>
    <message>
        <source>&amp;Open recipe…</source>
        <translation>Rezept ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Recipe saved to %1</source>
        <translation>Rezept gespeichert in %1</translation>
    </message>
    <message>
        <source>Comparing tensors that may be the same fetches up to %1 over the network.</source>
        <translation>Der Vergleich von Tensoren, die gleich sein könnten, lädt bis zu %1 über das Netz.</translation>
    </message>
    <message>
        <source>Recipe: %1</source>
        <translation>Rezept: %1</translation>
    </message>
    <message>
        <source>The rules of a recipe file.</source>
        <translation>Die Regeln einer Rezeptdatei.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message numerus="yes">
        <source>%1 rule(s) found.</source>
        <translation>
            <numerusform>%1 Regel gefunden.</numerusform>
            <numerusform>%1 Regeln gefunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing tensors that may be the same</source>
        <translation>Tensoren, die gleich sein könnten, werden verglichen</translation>
    </message>
    <message>
        <source>Open recipe</source>
        <translation>Rezept öffnen</translation>
    </message>
    <message>
        <source>Recipes (*.json);;All files (*)</source>
        <translation>Rezepte (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save recipe</source>
        <translation>Rezept speichern</translation>
    </message>
    <message>
        <source>On the command line: --rules %1</source>
        <translation>Auf der Befehlszeile: --rules %1</translation>
    </message>
    <message>
        <source>Find rules under which unmatched tensors have the same values</source>
        <translation>Regeln suchen, mit denen Tensoren ohne Gegenstück die gleichen Werte haben</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message numerus="yes">
        <source>Matches %1 of %2 name(s)</source>
        <translation>
            <numerusform>Passt zu %1 von %2 Name</numerusform>
            <numerusform>Passt zu %1 von %2 Namen</numerusform>
        </translation>
    </message>
    <message>
        <source>Find rules that match the remaining tensors, then check the ones to apply.</source>
        <translation>Regeln suchen, die zu den übrigen Tensoren passen, und die gewünschten ankreuzen.</translation>
    </message>
    <message>
        <source>Compare as stored.</source>
        <translation>Vergleichen wie gespeichert.</translation>
    </message>
    <message>
        <source>No rules were found.</source>
        <translation>Keine Regeln gefunden.</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>%1 more</source>
        <comment>names</comment>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Names in %1 without a rule: %2</source>
        <translation>Namen in %1 ohne Regel: %2</translation>
    </message>
    <message>
        <source>Conversions that match</source>
        <translation>Passende Konvertierungen</translation>
    </message>
    <message>
        <source>Conversions</source>
        <translation>Konvertierungen</translation>
    </message>
    <message>
        <source>Other conversions</source>
        <translation>Andere Konvertierungen</translation>
    </message>
</context>
<context>
    <name>loupe::RecentFilesModel</name>
    <message>
        <source>When the file was last changed, or an address was last opened</source>
        <translation>Wann die Datei zuletzt geändert oder eine Adresse zuletzt geöffnet wurde</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>%1
The password or signature that this address needs is not stored.</source>
        <translation>%1
Passwort oder Signatur, die diese Adresse braucht, sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>%1 (asks for its password)</source>
        <comment>file</comment>
        <translation>%1 (fragt nach dem Passwort)</translation>
    </message>
    <message>
        <source>When the address was last opened</source>
        <translation>Wann die Adresse zuletzt geöffnet wurde</translation>
    </message>
    <message>
        <source>Modified</source>
        <comment>when a file was</comment>
        <translation>Geändert</translation>
    </message>
</context>
<context>
    <name>loupe::RecentPairsMenu</name>
    <message>
        <source>Recent com&amp;parisons</source>
        <translation>&amp;Letzte Vergleiche</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>No recent comparisons</source>
        <translation>Keine letzten Vergleiche</translation>
    </message>
    <message>
        <source>Forget recent comparisons</source>
        <translation>Letzte Vergleiche vergessen</translation>
    </message>
</context>
<context>
    <name>loupe::RemedyText</name>
    <message>
        <source>Choose the base above.</source>
        <translation>Wählen Sie oben das Basismodell.</translation>
    </message>
    <message>
        <source>Put its adapter_config.json next to it and open it again.</source>
        <translation>Legen Sie seine adapter_config.json daneben und öffnen Sie ihn erneut.</translation>
    </message>
    <message>
        <source>Dequantize it first with File › Convert…</source>
        <translation>Dequantisieren Sie es zuerst mit Datei › Konvertieren …</translation>
    </message>
    <message>
        <source>Merge it into its base, then compare the base with the result and choose File › Extract LoRA…</source>
        <translation>Führen Sie ihn mit seinem Basismodell zusammen, vergleichen Sie dann das Basismodell mit dem Ergebnis und wählen Sie Datei › LoRA extrahieren …</translation>
    </message>
    <message>
        <source>Choose a rank above.</source>
        <translation>Wählen Sie oben einen Rang.</translation>
    </message>
    <message>
        <source>First export the tensors of each model to a separate file.</source>
        <translation>Exportieren Sie zuerst die Tensoren jedes Modells in eine eigene Datei.</translation>
    </message>
    <message>
        <source>Delete its tensors, save a copy and open that.</source>
        <translation>Löschen Sie die Tensoren, speichern Sie eine Kopie und öffnen Sie diese.</translation>
    </message>
    <message>
        <source>Merge it on the command line to write them anyway.</source>
        <translation>Um sie trotzdem zu schreiben, führen Sie den Adapter auf der Befehlszeile mit dem Basismodell zusammen.</translation>
    </message>
    <message>
        <source>Choose diffusers names above.</source>
        <translation>Oben die Namen von diffusers wählen.</translation>
    </message>
</context>
<context>
    <name>loupe::RenameGroupDialog</name>
    <message>
        <source>Rename tensors</source>
        <translation>Tensoren umbenennen</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>Replace &amp;with</source>
        <translation>&amp;Ersetzen durch</translation>
    </message>
    <message>
        <source>RE2 regex; use \1…\9 for groups</source>
        <translation>Regulärer Ausdruck nach RE2; \1…\9 für Gruppen</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>No names match.</source>
        <translation>Kein Name passt.</translation>
    </message>
    <message>
        <source>Current and new names</source>
        <translation>Bisherige und neue Namen</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) selected.</source>
        <translation>
            <numerusform>%1 Tensor ausgewählt.</numerusform>
            <numerusform>%1 Tensoren ausgewählt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) will be renamed.</source>
        <translation>
            <numerusform>%1 von %2 Tensor wird umbenannt.</numerusform>
            <numerusform>%1 von %2 Tensoren werden umbenannt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Showing the first %1.</source>
        <translation>Die ersten %1 werden gezeigt.</translation>
    </message>
    <message>
        <source>One name becomes empty, which other programs may reject.</source>
        <translation>Ein Name wird leer, was andere Programme vielleicht ablehnen.</translation>
    </message>
    <message>
        <source>Re&amp;gular expression</source>
        <translation>&amp;Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Rename group</source>
        <translation>Gruppe umbenennen</translation>
    </message>
    <message>
        <source>Current pre&amp;fix</source>
        <translation>&amp;Bisheriges Präfix</translation>
    </message>
    <message>
        <source>Ne&amp;w prefix</source>
        <translation>&amp;Neues Präfix</translation>
    </message>
</context>
<context>
    <name>loupe::RenamePreviewModel</name>
    <message>
        <source>rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Current name</source>
        <translation>Bisheriger Name</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message numerus="yes">
        <source>rename of %1 tensor(s)</source>
        <translation>
            <numerusform>Umbenennen von %1 Tensor</numerusform>
            <numerusform>Umbenennen von %1 Tensoren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::RenameRowsModel</name>
    <message>
        <source>same bytes</source>
        <translation>gleiche Bytes</translation>
    </message>
    <message>
        <source>confirmed before</source>
        <translation>früher bestätigt</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 is %2 in B</source>
        <translation>%1 ist %2 in B</translation>
    </message>
    <message>
        <source>Name in A</source>
        <translation>Name in A</translation>
    </message>
    <message>
        <source>Name in B</source>
        <translation>Name in B</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>same position</source>
        <translation>gleiche Position</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>Zugeordnet nach</translation>
    </message>
    <message>
        <source>A tensor of A that B does not have by this name</source>
        <translation>Ein Tensor von A, den B unter diesem Namen nicht hat</translation>
    </message>
    <message>
        <source>The tensor of B, of the same dtype and shape, that it may be</source>
        <translation>Der Tensor von B mit demselben DType und derselben Form, der es sein kann</translation>
    </message>
    <message>
        <source>Why the two may be the same: their bytes, or their place in the model</source>
        <translation>Warum die beiden gleich sein können: ihre Bytes oder ihr Platz im Modell</translation>
    </message>
    <message>
        <source>How likely the two are the same. 100 %: they have the same bytes. 80 %: no others in their block have this last part of the name. 60 %: there are no others in their block. 40 %: there are several, taken in order.</source>
        <translation>Wie wahrscheinlich die beiden gleich sind. 100 %: Sie haben dieselben Bytes. 80 %: Keine anderen in ihrem Block haben diesen letzten Teil des Namens. 60 %: Es gibt keine anderen in ihrem Block. 40 %: Es gibt mehrere, der Reihe nach genommen.</translation>
    </message>
</context>
<context>
    <name>loupe::RenameRuleRows</name>
    <message>
        <source>No match in A</source>
        <translation>Kein Treffer in A</translation>
    </message>
    <message>
        <source>Regular expression for names in A</source>
        <translation>Regulärer Ausdruck für Namen in A</translation>
    </message>
    <message>
        <source>Name in B</source>
        <translation>Name in B</translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation>Diese Regel entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Changes %1 name(s) of A; all exist in B.</source>
        <translation>
            <numerusform>Ändert %1 Namen von A; er kommt in B vor.</numerusform>
            <numerusform>Ändert %1 Namen von A; alle kommen in B vor.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changes %1 name(s) of A, of which %2 exist in B. Not in B: %3, from %4.</source>
        <translation>
            <numerusform>Ändert %1 Namen von A, von denen %2 in B vorkommen. Nicht in B: %3, aus %4.</numerusform>
            <numerusform>Ändert %1 Namen von A, von denen %2 in B vorkommen. Nicht in B: %3, aus %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>Name in A, such as model\.(.*)</source>
        <translation>Name in A, etwa model\.(.*)</translation>
    </message>
    <message>
        <source>Name in B, such as transformer.\1</source>
        <translation>Name in B, etwa transformer.\1</translation>
    </message>
    <message>
        <source>Result of the rule</source>
        <translation>Ergebnis der Regel</translation>
    </message>
</context>
<context>
    <name>loupe::RenameTable</name>
    <message>
        <source>Suggested pairs</source>
        <translation>Vorgeschlagene Paare</translation>
    </message>
    <message>
        <source>confirmed before</source>
        <translation>früher bestätigt</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Sicherheit</translation>
    </message>
</context>
<context>
    <name>loupe::RenameTensorDialog</name>
    <message>
        <source>Rename tensor</source>
        <translation>Tensor umbenennen</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>A tensor needs a name.</source>
        <translation>Ein Tensor braucht einen Namen.</translation>
    </message>
    <message>
        <source>Another tensor has this name.</source>
        <translation>Ein anderer Tensor trägt diesen Namen.</translation>
    </message>
    <message>
        <source>Problem with the name</source>
        <translation>Problem mit dem Namen</translation>
    </message>
    <message>
        <source>Name in the file: %1</source>
        <translation>Name in der Datei: %1</translation>
    </message>
    <message>
        <source>Another tensor will get this name.</source>
        <translation>Ein anderer Tensor erhält diesen Namen.</translation>
    </message>
</context>
<context>
    <name>loupe::RewriteAdapterChoice</name>
    <message>
        <source>Names of kohya have underscores for dots: which ones are dots is known from the base alone</source>
        <translation>Namen von kohya haben Unterstriche statt Punkten: welche davon Punkte sind, steht nur im Basismodell</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Behalten</translation>
    </message>
    <message>
        <source>Opening the base…</source>
        <translation>Das Basismodell wird geöffnet …</translation>
    </message>
    <message>
        <source>-smaller</source>
        <translation>-kleiner</translation>
    </message>
    <message>
        <source>-copy</source>
        <translation>-kopie</translation>
    </message>
    <message>
        <source>B&amp;ase</source>
        <translation>B&amp;asismodell</translation>
    </message>
    <message>
        <source>Choose a naming scheme.</source>
        <translation>Andere Namen wählen.</translation>
    </message>
</context>
<context>
    <name>loupe::RidgelineChart</name>
    <message>
        <source>Histograms of several tensors</source>
        <translation>Histogramme mehrerer Tensoren</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>no finite values</source>
        <translation>keine endlichen Werte</translation>
    </message>
    <message>
        <source>values cannot be read</source>
        <translation>Werte nicht lesbar</translation>
    </message>
    <message>
        <source>Height: elements, log scale</source>
        <translation>Höhe: Elemente, logarithmisch</translation>
    </message>
    <message>
        <source>Height: share of elements</source>
        <translation>Höhe: Anteil der Elemente</translation>
    </message>
</context>
<context>
    <name>loupe::RidgelinesView</name>
    <message>
        <source>Group details</source>
        <translation>Einzelheiten der Gruppe</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>Stopped. Press Compute to start again.</source>
        <translation>Abgebrochen. „Berechnen“ beginnt von vorn.</translation>
    </message>
    <message>
        <source>None of these tensors has finite values.</source>
        <translation>Keiner dieser Tensoren hat endliche Werte.</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor</numerusform>
            <numerusform>%1 Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>real parts of complex values</source>
        <translation>Realteile komplexer Werte</translation>
    </message>
    <message>
        <source>Save histograms</source>
        <translation>Histogramme speichern</translation>
    </message>
    <message>
        <source>Compute the histograms of these tensors</source>
        <translation>Die Histogramme dieser Tensoren berechnen</translation>
    </message>
    <message>
        <source>Summary of the chart</source>
        <translation>Zusammenfassung des Diagramms</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s), evenly spaced</source>
        <translation>
            <numerusform>%1 von %2 Tensor, in gleichen Abständen</numerusform>
            <numerusform>%1 von %2 Tensoren, in gleichen Abständen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1, %2 von %3</translation>
    </message>
</context>
<context>
    <name>loupe::RunActions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>&amp;Ordner öffnen …</translation>
    </message>
    <message>
        <source>Open selected &amp;step</source>
        <translation>Gewählten &amp;Schritt öffnen</translation>
    </message>
    <message>
        <source>&amp;Compare steps</source>
        <translation>Schritte &amp;vergleichen</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>Com&amp;pute figures</source>
        <translation>Kennzahlen b&amp;erechnen</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>Abb&amp;rechen</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>&amp;Daten kopieren</translation>
    </message>
    <message>
        <source>&amp;All tensors</source>
        <translation>&amp;Alle Tensoren</translation>
    </message>
    <message>
        <source>First &amp;NaN or Inf</source>
        <translation>Erstes &amp;NaN oder Inf</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>C&amp;lose window</source>
        <translation>Fenster s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open a checkpoint in another window (Ctrl+O)</source>
        <translation>Einen Checkpoint in einem anderen Fenster öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>Open step</source>
        <translation>Schritt öffnen</translation>
    </message>
    <message>
        <source>Open the selected checkpoints, each in a window of its own (Return)</source>
        <translation>Die gewählten Checkpoints öffnen, jeden in einem eigenen Fenster (Eingabe)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare two selected steps, or the selected one with the step before (Ctrl+Shift+M)</source>
        <translation>Zwei gewählte Schritte vergleichen, oder den gewählten mit dem Schritt davor (Strg+Umschalt+M)</translation>
    </message>
    <message>
        <source>List the folder again and read what has changed (F5)</source>
        <translation>Den Ordner neu auflisten und lesen, was sich geändert hat (F5)</translation>
    </message>
    <message>
        <source>Read the values that are not known yet (Ctrl+Shift+V)</source>
        <translation>Die Werte lesen, die noch nicht bekannt sind (Strg+Umschalt+V)</translation>
    </message>
    <message>
        <source>Show the figures of all tensors (Ctrl+Shift+A)</source>
        <translation>Die Kennzahlen aller Tensoren zeigen (Strg+Umschalt+A)</translation>
    </message>
    <message>
        <source>First NaN</source>
        <translation>Erstes NaN</translation>
    </message>
    <message>
        <source>Select the first step with NaN or infinite values (Alt+Down)</source>
        <translation>Den ersten Schritt mit NaN oder unendlichen Werten auswählen (Alt+Ab)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>Werkzeugleiste</translation>
    </message>
</context>
<context>
    <name>loupe::RunFigure</name>
    <message>
        <source>norm %1</source>
        <translation>Norm %1</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>Mittel %1</translation>
    </message>
    <message>
        <source>largest %1</source>
        <translation>größter Betrag %1</translation>
    </message>
    <message>
        <source>change %1</source>
        <translation>Änderung %1</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>NaN/Inf</source>
        <translation>NaN/Inf</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>The square root of the sum of all squares, over finite values</source>
        <translation>Die Wurzel aus der Summe aller Quadrate, über endliche Werte</translation>
    </message>
    <message>
        <source>The mean of all finite values</source>
        <translation>Das Mittel aller endlichen Werte</translation>
    </message>
    <message>
        <source>The largest magnitude of a finite value</source>
        <translation>Der größte Betrag eines endlichen Werts</translation>
    </message>
    <message>
        <source>How many values are NaN or infinite</source>
        <translation>Wie viele Werte NaN oder unendlich sind</translation>
    </message>
    <message>
        <source>The norm of the difference to the step before, divided by the norm of that step</source>
        <translation>Die Norm der Differenz zum Schritt davor, geteilt durch die Norm dieses Schritts</translation>
    </message>
    <message>
        <source>L2 norm</source>
        <translation>L2-Norm</translation>
    </message>
    <message>
        <source>Largest magnitude</source>
        <translation>Größter Betrag</translation>
    </message>
    <message>
        <source>NaN and infinite values</source>
        <translation>NaN und unendliche Werte</translation>
    </message>
    <message>
        <source>Relative change</source>
        <translation>Relative Änderung</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>%1 NaN, %2 Inf</source>
        <translation>%1 NaN, %2 Inf</translation>
    </message>
    <message>
        <source>no change: %1</source>
        <translation>keine Änderung: %1</translation>
    </message>
    <message>
        <source>incomplete: %1</source>
        <translation>unvollständig: %1</translation>
    </message>
    <message>
        <source>first NaN/Inf in %1, element %2</source>
        <translation>erstes NaN/Inf in %1, Element %2</translation>
    </message>
</context>
<context>
    <name>loupe::RunModel</name>
    <message>
        <source>first NaN/Inf</source>
        <translation>erstes NaN/Inf</translation>
    </message>
    <message>
        <source>NaN/Inf</source>
        <translation>NaN/Inf</translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 Byte</numerusform>
            <numerusform>%1 Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Inf</source>
        <translation>Inf</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>unvollständig</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
</context>
<context>
    <name>loupe::RunNotices</name>
    <message>
        <source>Reading the values of all steps</source>
        <translation>Die Werte aller Schritte werden gelesen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>The figures of all tensors take reading %1.</source>
        <translation>Für die Kennzahlen aller Tensoren müssen %1 gelesen werden.</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Some steps were not read.</source>
        <translation>Einige Schritte wurden nicht gelesen.</translation>
    </message>
    <message>
        <source>NaN or Inf since step %1</source>
        <translation>NaN oder Inf seit Schritt %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more series have NaN or Inf</source>
        <translation>
            <numerusform>%n weitere Serie hat NaN oder Inf</numerusform>
            <numerusform>%n weitere Serien haben NaN oder Inf</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: NaN or Inf since step %2</source>
        <translation>%1: NaN oder Inf seit Schritt %2</translation>
    </message>
    <message>
        <source>Perhaps earlier: step %1 could not be read</source>
        <translation>Vielleicht früher: Schritt %1 war nicht lesbar</translation>
    </message>
    <message>
        <source>NaN or Inf since step %1: first in %2, element %3; %4</source>
        <translation>NaN oder Inf seit Schritt %1: zuerst in %2, Element %3; %4</translation>
    </message>
    <message>
        <source>%1: NaN or Inf since step %2, first in %3, element %4; %5</source>
        <extracomment>%1 is a series of checkpoints, %5 what its later steps say</extracomment>
        <translation>%1: NaN oder Inf seit Schritt %2, zuerst in %3, Element %4; %5</translation>
    </message>
    <message>
        <source>it is the last step</source>
        <translation>es ist der letzte Schritt</translation>
    </message>
    <message>
        <source>no later step could be read</source>
        <translation>kein späterer Schritt war lesbar</translation>
    </message>
    <message>
        <source>not in all later steps: step %1 has none</source>
        <translation>nicht in allen späteren Schritten: Schritt %1 hat keine</translation>
    </message>
    <message numerus="yes">
        <source>in the %1 of %n later steps that could be read</source>
        <translation>
            <numerusform>in dem %1 von %n späteren Schritt, der lesbar war</numerusform>
            <numerusform>in den %1 von %n späteren Schritten, die lesbar waren</numerusform>
        </translation>
    </message>
    <message>
        <source>in all later steps</source>
        <translation>in allen späteren Schritten</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiteres</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Not read, as it lies beside the models of the steps: %1</source>
        <translation>Nicht gelesen, da es neben den Modellen der Schritte liegt: %1</translation>
    </message>
    <message>
        <source>NaN or Inf in %1</source>
        <translation>NaN oder Inf in %1</translation>
    </message>
    <message>
        <source>NaN or Inf in %1: first in %2, element %3</source>
        <translation>NaN oder Inf in %1: zuerst in %2, Element %3</translation>
    </message>
</context>
<context>
    <name>loupe::RunTable</name>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>first NaN/Inf</source>
        <translation>erstes NaN/Inf</translation>
    </message>
</context>
<context>
    <name>loupe::RunWindow</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Open checkpoint</source>
        <translation>Checkpoint öffnen</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Copy names</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Alle aufklappen</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Alle zuklappen</translation>
    </message>
    <message>
        <source>There is no tensor or group %1.</source>
        <translation>Es gibt keinen Tensor und keine Gruppe %1.</translation>
    </message>
    <message>
        <source>All tensors</source>
        <translation>Alle Tensoren</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 other(s); the rest of %3 selected is left out</source>
        <translation>
            <numerusform>%1 und %2 weiterer; der Rest von %3 gewählten fehlt</numerusform>
            <numerusform>%1 und %2 weitere; der Rest von %3 gewählten fehlt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 other(s)</source>
        <translation>
            <numerusform>%1 und %2 weiterer</numerusform>
            <numerusform>%1 und %2 weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 checkpoint(s)</source>
        <translation>
            <numerusform>%1 Checkpoint</numerusform>
            <numerusform>%1 Checkpoints</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 read</source>
        <translation>%1 gelesen</translation>
    </message>
    <message>
        <source>Listing the checkpoints…</source>
        <translation>Die Checkpoints werden aufgelistet …</translation>
    </message>
    <message>
        <source>The folder could not be listed.</source>
        <translation>Der Ordner konnte nicht aufgelistet werden.</translation>
    </message>
    <message>
        <source>Listing was stopped. Press F5 to retry.</source>
        <translation>Das Auflisten wurde gestoppt. F5 versucht es erneut.</translation>
    </message>
    <message>
        <source>Reading values…</source>
        <translation>Werte werden gelesen …</translation>
    </message>
    <message>
        <source>No checkpoint could be read.</source>
        <translation>Kein Checkpoint konnte gelesen werden.</translation>
    </message>
    <message>
        <source>Press Compute to read the values of all steps.</source>
        <translation>Berechnen liest die Werte aller Schritte.</translation>
    </message>
    <message>
        <source>Reading the names of tensors…</source>
        <translation>Die Namen der Tensoren werden gelesen …</translation>
    </message>
    <message>
        <source>No checkpoint could be opened.</source>
        <translation>Kein Checkpoint konnte geöffnet werden.</translation>
    </message>
    <message>
        <source>The filter is not valid: %1.</source>
        <translation>Der Filter ist ungültig: %1.</translation>
    </message>
    <message>
        <source>No tensor matches the filter.</source>
        <translation>Kein Tensor passt zum Filter.</translation>
    </message>
    <message>
        <source>filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 incomplete</source>
        <translation>
            <numerusform>%1 unvollständig</numerusform>
            <numerusform>%1 unvollständig</numerusform>
        </translation>
    </message>
    <message>
        <source>no NaN or Inf</source>
        <translation>kein NaN oder Inf</translation>
    </message>
    <message numerus="yes">
        <source>no NaN or Inf in the %1 of %2 checkpoint(s) that could be read</source>
        <translation>
            <numerusform>kein NaN oder Inf im %1 von %2 Checkpoint, der lesbar war</numerusform>
            <numerusform>kein NaN oder Inf in den %1 von %2 Checkpoints, die lesbar waren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; values of %2 tensor(s) unknown</source>
        <translation>
            <numerusform>%1; Werte von %2 Tensor unbekannt</numerusform>
            <numerusform>%1; Werte von %2 Tensoren unbekannt</numerusform>
        </translation>
    </message>
    <message>
        <source>The last whole checkpoint has no tensors.</source>
        <translation>Der letzte vollständige Checkpoint hat keine Tensoren.</translation>
    </message>
    <message>
        <source>No checkpoint that could be read has tensors.</source>
        <translation>Kein lesbarer Checkpoint hat Tensoren.</translation>
    </message>
</context>
<context>
    <name>loupe::ScanControl</name>
    <message>
        <source>Scan values</source>
        <translation>Werte prüfen</translation>
    </message>
    <message>
        <source>Show NaN</source>
        <translation>NaN zeigen</translation>
    </message>
    <message>
        <source>Show Inf</source>
        <translation>Inf zeigen</translation>
    </message>
    <message>
        <source>Scan saved to %1</source>
        <translation>Prüfung gespeichert unter %1</translation>
    </message>
    <message>
        <source>Scan failed: %1</source>
        <translation>Prüfung fehlgeschlagen: %1</translation>
    </message>
    <message numerus="yes">
        <source>This filter needs values. %1 tensor(s) that have not been scanned are hidden.</source>
        <translation>
            <numerusform>Dieser Filter braucht Werte. %1 noch nicht geprüfter Tensor ist ausgeblendet.</numerusform>
            <numerusform>Dieser Filter braucht Werte. %1 noch nicht geprüfte Tensoren sind ausgeblendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Saving the scan</source>
        <translation>Die Prüfung wird gespeichert</translation>
    </message>
    <message numerus="yes">
        <source>%1 (scan stopped at %2 of %3 tensor(s))</source>
        <translation>
            <numerusform>%1 (Prüfung abgebrochen bei %2 von %3 Tensor)</numerusform>
            <numerusform>%1 (Prüfung abgebrochen bei %2 von %3 Tensoren)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) could not be read: %2</source>
        <translation>
            <numerusform>%1 Tensor nicht lesbar: %2</numerusform>
            <numerusform>%1 Tensoren nicht lesbar: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Warnings in %1 tensor(s)</source>
        <translation>
            <numerusform>Warnungen in %1 Tensor</numerusform>
            <numerusform>Warnungen in %1 Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>Show warnings</source>
        <translation>Warnungen anzeigen</translation>
    </message>
    <message>
        <source>Scanning all values fetches %1 over the network.</source>
        <translation>Die Prüfung aller Werte lädt %1 über das Netz.</translation>
    </message>
    <message>
        <source>Scanning all values</source>
        <translation>Alle Werte werden geprüft</translation>
    </message>
    <message>
        <source>Export scan</source>
        <translation>Prüfung exportieren</translation>
    </message>
    <message>
        <source>CSV (*.csv);;JSON (*.json);;All files (*)</source>
        <translation>CSV (*.csv);;JSON (*.json);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>loupe::SelectableLabel</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
</context>
<context>
    <name>loupe::SelectionControl</name>
    <message>
        <source>No tensor or group is named “%1”.</source>
        <translation>Weder ein Tensor noch eine Gruppe heißt „%1“.</translation>
    </message>
</context>
<context>
    <name>loupe::ShortcutSheet</name>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Elsewhere</source>
        <translation>Sonst</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>loupe::ShownCheckpoint</name>
    <message>
        <source>Not in the command: the staged changes.</source>
        <translation>Nicht im Befehl: die vorgemerkten Änderungen.</translation>
    </message>
    <message>
        <source>Not in the command: the selected tensor, which the filter hides.</source>
        <translation>Nicht im Befehl: der ausgewählte Tensor, den der Filter ausblendet.</translation>
    </message>
    <message>
        <source>Not in the command: the selected group, which the filter hides.</source>
        <translation>Nicht im Befehl: die ausgewählte Gruppe, die der Filter ausblendet.</translation>
    </message>
    <message>
        <source>Only the current row is in the command: it names at most %1.</source>
        <translation>Nur die aktuelle Zeile ist im Befehl: Er nennt höchstens %1.</translation>
    </message>
    <message>
        <source>Not in the command: groups beyond the first %1.</source>
        <translation>Nicht im Befehl: Gruppen nach den ersten %1.</translation>
    </message>
    <message numerus="yes">
        <source>Not in the command: %1 selected row(s), whose names are not unique or cannot be in a command.</source>
        <translation>
            <numerusform>Nicht im Befehl: %1 ausgewählte Zeile, deren Name mehrfach vorkommt oder in keinem Befehl stehen kann.</numerusform>
            <numerusform>Nicht im Befehl: %1 ausgewählte Zeilen, deren Namen mehrfach vorkommen oder in keinem Befehl stehen können.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ShownComparison</name>
    <message>
        <source>Not in the command: rules for renamed tensors that have a “=”.</source>
        <translation>Nicht im Befehl: Regeln für umbenannte Tensoren mit einem „=“.</translation>
    </message>
    <message>
        <source>Not in the command: renames that were confirmed one by one.</source>
        <translation>Nicht im Befehl: einzeln bestätigte Umbenennungen.</translation>
    </message>
    <message>
        <source>Not in the command: the selected row, whose name is not unique or cannot be in a command.</source>
        <translation>Nicht im Befehl: die ausgewählte Zeile, deren Name mehrfach vorkommt oder in keinem Befehl stehen kann.</translation>
    </message>
    <message>
        <source>Not in the command: the rules of the arrangement.</source>
        <translation>Nicht im Befehl: die Regeln der Anordnung.</translation>
    </message>
</context>
<context>
    <name>loupe::SideControl</name>
    <message>
        <source>%1 ↔ %2</source>
        <translation>%1 ↔ %2</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>files</comment>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Compare: choose A</source>
        <translation>Vergleichen: A wählen</translation>
    </message>
    <message>
        <source>Compare: choose B</source>
        <translation>Vergleichen: B wählen</translation>
    </message>
    <message>
        <source>Compare: location of A</source>
        <translation>Vergleichen: Adresse von A</translation>
    </message>
    <message>
        <source>Compare: location of B</source>
        <translation>Vergleichen: Adresse von B</translation>
    </message>
</context>
<context>
    <name>loupe::SliceBar</name>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Values per row</source>
        <translation>Werte je Zeile</translation>
    </message>
    <message>
        <source>Axis shown as rows</source>
        <translation>Als Zeilen gezeigte Achse</translation>
    </message>
    <message>
        <source>Axis shown as columns</source>
        <translation>Als Spalten gezeigte Achse</translation>
    </message>
    <message>
        <source>axis %1 (%2)</source>
        <translation>Achse %1 (%2)</translation>
    </message>
    <message>
        <source>axis %1: </source>
        <translation>Achse %1: </translation>
    </message>
    <message>
        <source>Place on axis %1</source>
        <translation>Stelle auf Achse %1</translation>
    </message>
    <message>
        <source>Place on axis %1, from 0 to %2</source>
        <translation>Stelle auf Achse %1, von 0 bis %2</translation>
    </message>
</context>
<context>
    <name>loupe::SortMenu</name>
    <message>
        <source>Sort &amp;by</source>
        <translation>So&amp;rtieren nach</translation>
    </message>
</context>
<context>
    <name>loupe::SpectrumChart</name>
    <message>
        <source>Singular values</source>
        <translation>Singulärwerte</translation>
    </message>
    <message>
        <source>Index of the singular value</source>
        <translation>Nummer des Singulärwerts, vom größten an</translation>
    </message>
    <message>
        <source>Singular value, log scale</source>
        <translation>Singulärwert, logarithmisch</translation>
    </message>
    <message>
        <source>Energy kept, %</source>
        <translation>Erhaltene Energie, %</translation>
    </message>
    <message>
        <source>All singular values are 0.</source>
        <translation>Alle Singulärwerte sind 0.</translation>
    </message>
    <message>
        <source>Singular values by their size: 1 is the largest.</source>
        <translation>Singulärwerte nach ihrer Größe: 1 ist der größte.</translation>
    </message>
    <message>
        <source>Sum of the squares of the values so far, divided by that of all values: what the best approximation of that rank keeps.</source>
        <translation>Summe der Quadrate der Werte bis dahin, geteilt durch die aller Werte: was die beste Näherung dieses Rangs behält.</translation>
    </message>
    <message>
        <source>A singular value is how much the matrix stretches vectors of one direction. The directions are at right angles to each other.</source>
        <translation>Ein Singulärwert ist, wie stark die Matrix Vektoren einer Richtung streckt. Die Richtungen stehen senkrecht aufeinander.</translation>
    </message>
</context>
<context>
    <name>loupe::SpectrumText</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>at most %1 of %2</source>
        <translation>höchstens %1 von %2</translation>
    </message>
    <message>
        <source>Rank for 99.9 %</source>
        <translation>Rang für 99.9 %</translation>
    </message>
    <message>
        <source>The smallest rank that keeps 99.9 % of the energy, which is the sum of the squares of the singular values and of all elements.</source>
        <translation>Der kleinste Rang, der 99.9 % der Energie erhält. Sie ist die Summe der Quadrate der Singulärwerte und aller Elemente.</translation>
    </message>
    <message>
        <source>Stable rank</source>
        <translation>Stabiler Rang</translation>
    </message>
    <message>
        <source>The energy divided by that of the largest singular value. It changes little when small values change.</source>
        <translation>Die Energie geteilt durch die des größten Singulärwerts. Sie ändert sich wenig, wenn sich kleine Werte ändern.</translation>
    </message>
    <message>
        <source>Effective rank</source>
        <translation>Effektiver Rang</translation>
    </message>
    <message>
        <source>exp(−Σ p ln p), with p the share of each singular value in their sum (O. Roy and M. Vetterli, 2007).</source>
        <translation>exp(−Σ p ln p), wobei p der Anteil jedes Singulärwerts an ihrer Summe ist (O. Roy und M. Vetterli, 2007).</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>Kondition</translation>
    </message>
    <message>
        <source>The largest singular value divided by the smallest one.</source>
        <translation>Der größte Singulärwert geteilt durch den kleinsten.</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>The largest singular value: how much the matrix stretches a vector at most.</source>
        <translation>Der größte Singulärwert: wie stark die Matrix einen Vektor höchstens streckt.</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>There is no change.</source>
        <translation>Es gibt keine Änderung.</translation>
    </message>
    <message>
        <source>Value %1 is %2; rank %1 keeps %3 of the energy</source>
        <translation>Wert %1 ist %2; Rang %1 erhält %3 der Energie</translation>
    </message>
    <message>
        <source>Value %1 is %2; rank %1 keeps at least %3 of the energy</source>
        <translation>Wert %1 ist %2; Rang %1 erhält mindestens %3 der Energie</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>%1, matrix %2 of %3</source>
        <comment>size, index, number of matrices</comment>
        <translation>%1, Matrix %2 von %3</translation>
    </message>
    <message>
        <source>%1, flattened</source>
        <translation>%1, abgeflacht</translation>
    </message>
    <message>
        <source>largest %1 of %2</source>
        <translation>die größten %1 von %2</translation>
    </message>
    <message>
        <source>All singular values, each accurate to %1. Smaller ones are not distinguishable from zero.</source>
        <translation>Alle Singulärwerte, jeder auf %1 genau. Kleinere sind nicht von null zu unterscheiden.</translation>
    </message>
    <message>
        <source>Both sides of the matrix are large, so only the largest values were computed, by randomized SVD. Each is within %1 of a true value, and none is greater than the true one.</source>
        <translation>Beide Seiten der Matrix sind groß, daher wurden nur die größten Werte berechnet, mit randomisierter SVD. Jeder weicht höchstens um %1 von einem wahren ab, und keiner ist größer als der wahre.</translation>
    </message>
    <message>
        <source>How many singular values are distinguishable from zero.</source>
        <translation>Wie viele Singulärwerte von null zu unterscheiden sind.</translation>
    </message>
    <message>
        <source>Rows and columns of the analyzed matrix. With more than two dimensions, it is one of a stack, numbered from 0, or flattened: all dimensions after the first one are columns.</source>
        <translation>Zeilen und Spalten der untersuchten Matrix. Bei mehr als zwei Dimensionen ist sie eine aus einem Stapel, von 0 an gezählt, oder abgeflacht: Alle Dimensionen nach der ersten sind Spalten.</translation>
    </message>
    <message>
        <source>There is no change of matrix %1.</source>
        <translation>Matrix %1 ist unverändert.</translation>
    </message>
    <message>
        <source>Value %1 is not distinguishable from zero</source>
        <translation>Wert %1 ist nicht von null zu unterscheiden</translation>
    </message>
    <message>
        <source>Rank %2 captures 99.9 % of the change of matrix %1.</source>
        <translation>Rang %2 erfasst 99,9 % der Änderung von Matrix %1.</translation>
    </message>
    <message>
        <source>No rank up to %2 captures 99.9 % of the change of matrix %1.</source>
        <translation>Kein Rang bis %2 erfasst 99,9 % der Änderung von Matrix %1.</translation>
    </message>
    <message>
        <source>Rank %3 captures 99.9 % of this change, flattened to %1 × %2.</source>
        <translation>Rang %3 erfasst 99,9 % dieser Änderung, abgeflacht zu %1 × %2.</translation>
    </message>
    <message>
        <source>No rank up to %3 captures 99.9 % of this change, flattened to %1 × %2.</source>
        <translation>Kein Rang bis %3 erfasst 99,9 % dieser Änderung, abgeflacht zu %1 × %2.</translation>
    </message>
    <message>
        <source>Rank %1 captures 99.9 % of this change.</source>
        <translation>Rang %1 erfasst 99,9 % dieser Änderung.</translation>
    </message>
    <message>
        <source>No rank up to %1 captures 99.9 % of this change.</source>
        <translation>Kein Rang bis %1 erfasst 99,9 % dieser Änderung.</translation>
    </message>
</context>
<context>
    <name>loupe::SpectrumView</name>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Energy kept</source>
        <translation>Erhaltene Energie</translation>
    </message>
    <message>
        <source>Share of the energy that the largest values keep: that of the best approximation of each rank</source>
        <translation>Anteil der Energie, den die größten Werte erhalten: der der besten Näherung jedes Rangs</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Copy or save the singular values</source>
        <translation>Die Singulärwerte kopieren oder speichern</translation>
    </message>
    <message>
        <source>Matrix of the stack</source>
        <translation>Matrix des Stapels</translation>
    </message>
    <message>
        <source>Which matrix of a stack, such as the experts of a layer, or all dimensions after the first one as columns</source>
        <translation>Welche Matrix eines Stapels, etwa der Experten einer Schicht, oder alle Dimensionen nach der ersten als Spalten</translation>
    </message>
    <message>
        <source>Flattened</source>
        <translation>Flach</translation>
    </message>
    <message>
        <source>Matrix </source>
        <translation>Matrix </translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Singular value</source>
        <translation>Singulärwert</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>Daten kopieren</translation>
    </message>
    <message>
        <source>Save as PNG…</source>
        <translation>Als PNG speichern …</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern …</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>Dieser Tensor hat keine Elemente.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Save singular values</source>
        <translation>Singulärwerte speichern</translation>
    </message>
    <message>
        <source>Hover over the curve, or press the arrow keys, to read a value</source>
        <translation>Zeigen Sie auf die Kurve oder drücken Sie die Pfeiltasten, um einen Wert abzulesen</translation>
    </message>
    <message>
        <source>Singular values in descending order</source>
        <translation>Singulärwerte in absteigender Reihenfolge</translation>
    </message>
    <message>
        <source>Compute the singular values of this tensor</source>
        <translation>Die Singulärwerte dieses Tensors berechnen</translation>
    </message>
    <message>
        <source>Stop computing singular values</source>
        <translation>Die Berechnung der Singulärwerte anhalten</translation>
    </message>
    <message>
        <source>Computing SVD… %1 %</source>
        <translation>SVD wird berechnet … %1 %</translation>
    </message>
    <message>
        <source> (0–%1)</source>
        <translation> (0–%1)</translation>
    </message>
    <message>
        <source>Not a matrix: shape %1.</source>
        <translation>Keine Matrix: Form %1.</translation>
    </message>
    <message>
        <source>SVD of a %1 × %2 matrix can take a few seconds.</source>
        <translation>Die SVD einer Matrix von %1 × %2 kann einige Sekunden dauern.</translation>
    </message>
    <message>
        <source>Computing SVD…</source>
        <translation>SVD wird berechnet …</translation>
    </message>
</context>
<context>
    <name>loupe::SpellingBox</name>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>The program whose names the tensors get, and where it looks for alpha</source>
        <translation>Das Programm, dessen Namen die Tensoren bekommen, und wo es alpha sucht</translation>
    </message>
    <message>
        <source>unchanged (%1)</source>
        <comment>names</comment>
        <translation>unverändert (%1)</translation>
    </message>
</context>
<context>
    <name>loupe::StartPage</name>
    <message>
        <source>&amp;Open file…</source>
        <translation>Datei ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open f&amp;older…</source>
        <translation>&amp;Ordner öffnen …</translation>
    </message>
    <message>
        <source>&amp;Compare two…</source>
        <translation>Zwei &amp;vergleichen …</translation>
    </message>
    <message>
        <source>&amp;Try a sample</source>
        <translation>&amp;Beispiel ansehen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Open a model file (Ctrl+O)</source>
        <translation>Eine Modelldatei öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>Open a folder with the shards of one model</source>
        <translation>Einen Ordner mit den Shards eines Modells öffnen</translation>
    </message>
    <message>
        <source>Choose two checkpoints and compare them</source>
        <translation>Zwei Checkpoints wählen und vergleichen</translation>
    </message>
    <message>
        <source>Open a small model that comes with the program</source>
        <translation>Ein kleines mitgeliefertes Modell öffnen</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt geöffnete Dateien</translation>
    </message>
    <message>
        <source>Open a model file, or drop one here</source>
        <translation>Öffnen Sie eine Modelldatei, oder legen Sie eine hier ab</translation>
    </message>
    <message>
        <source>Formats: %1</source>
        <translation>Formate: %1</translation>
    </message>
    <message>
        <source>Open a file on a server by its address (Ctrl+L)</source>
        <translation>Eine Datei auf einem Server über ihre Adresse öffnen (Strg+L)</translation>
    </message>
    <message>
        <source>Open locat&amp;ion…</source>
        <translation>&amp;Adresse öffnen …</translation>
    </message>
</context>
<context>
    <name>loupe::StatedDigestsPanel</name>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message numerus="yes">
        <source>The digests of %1 tensor(s) cover other bytes too, so the difference may be elsewhere.</source>
        <translation>
            <numerusform>Die Prüfsumme von %1 Tensor gilt auch für andere Bytes; die Abweichung kann also anderswo liegen.</numerusform>
            <numerusform>Die Prüfsummen von %1 Tensoren gelten auch für andere Bytes; die Abweichung kann also anderswo liegen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) could not be read: %2.</source>
        <translation>
            <numerusform>%1 Tensor nicht lesbar: %2.</numerusform>
            <numerusform>%1 Tensoren nicht lesbar: %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>The file records digests of its tensors. Verify them to detect damage.</source>
        <translation>Die Datei enthält Prüfsummen ihrer Tensoren. Prüfen Sie sie, um Schäden zu erkennen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 tensor(s) differ from their recorded digests.</source>
        <translation>
            <numerusform>%1 von %2 Tensor weicht von seiner gespeicherten Prüfsumme ab.</numerusform>
            <numerusform>%1 von %2 Tensoren weichen von ihren gespeicherten Prüfsummen ab.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) match their recorded digests (%2).</source>
        <translation>
            <numerusform>%1 Tensor stimmt mit seinen gespeicherten Prüfsummen überein (%2).</numerusform>
            <numerusform>%1 Tensoren stimmen mit ihren gespeicherten Prüfsummen überein (%2).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have no recorded digest.</source>
        <translation>
            <numerusform>%1 Tensor hat keine gespeicherte Prüfsumme.</numerusform>
            <numerusform>%1 Tensoren haben keine gespeicherte Prüfsumme.</numerusform>
        </translation>
    </message>
    <message>
        <source>Verify (fetch %1)</source>
        <translation>Prüfen (lädt %1)</translation>
    </message>
    <message>
        <source>Verify the digests stored in the file</source>
        <translation>Die in der Datei gespeicherten Prüfsummen prüfen</translation>
    </message>
</context>
<context>
    <name>loupe::StatisticsColumnsModel</name>
    <message>
        <source>Counts</source>
        <translation>Anzahlen</translation>
    </message>
    <message>
        <source>Extremes</source>
        <translation>Extremwerte</translation>
    </message>
    <message>
        <source>Moments</source>
        <translation>Momente</translation>
    </message>
    <message>
        <source>Quantiles</source>
        <translation>Quantile</translation>
    </message>
</context>
<context>
    <name>loupe::StatisticsModel</name>
    <message>
        <source>0.1 % quantile</source>
        <translation>0.1-%-Quantil</translation>
    </message>
    <message>
        <source>1 % quantile</source>
        <translation>1-%-Quantil</translation>
    </message>
    <message>
        <source>25 % quantile</source>
        <translation>25-%-Quantil</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>75 % quantile</source>
        <translation>75-%-Quantil</translation>
    </message>
    <message>
        <source>99 % quantile</source>
        <translation>99-%-Quantil</translation>
    </message>
    <message>
        <source>99.9 % quantile</source>
        <translation>99.9-%-Quantil</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Real part</source>
        <translation>Realteil</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Imaginary part</source>
        <translation>Imaginärteil</translation>
    </message>
    <message>
        <source>0.1 %</source>
        <translation>0.1 %</translation>
    </message>
    <message>
        <source>1 %</source>
        <translation>1 %</translation>
    </message>
    <message>
        <source>25 %</source>
        <translation>25 %</translation>
    </message>
    <message>
        <source>75 %</source>
        <translation>75 %</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>99.9 %</source>
        <translation>99.9 %</translation>
    </message>
    <message>
        <source>Std deviation</source>
        <translation>Std-Abweichung</translation>
    </message>
    <message>
        <source>Minimum at</source>
        <translation>Minimum bei</translation>
    </message>
    <message>
        <source>Maximum at</source>
        <translation>Maximum bei</translation>
    </message>
</context>
<context>
    <name>loupe::StatisticsView</name>
    <message>
        <source>Statistics</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy all figures</source>
        <translation>Alle Kennzahlen kopieren</translation>
    </message>
</context>
<context>
    <name>loupe::StatusChips</name>
    <message>
        <source>changed:</source>
        <translation>geändert:</translation>
    </message>
    <message>
        <source>only in A:</source>
        <translation>nur in A:</translation>
    </message>
    <message>
        <source>only in B:</source>
        <translation>nur in B:</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Show only these pairs</source>
        <translation>Nur diese Paare zeigen</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>other dtype</source>
        <translation>anderer Datentyp</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verschoben</translation>
    </message>
    <message>
        <source>%1 to compare</source>
        <translation>%1 noch zu vergleichen</translation>
    </message>
    <message>
        <source>Show only pairs with different names</source>
        <translation>Nur Paare mit verschiedenen Namen zeigen</translation>
    </message>
    <message>
        <source>Show only pairs with different dtypes</source>
        <translation>Nur Paare mit verschiedenen Datentypen zeigen</translation>
    </message>
    <message>
        <source>Show only pairs that moved within their file or to another file</source>
        <translation>Nur Paare zeigen, die in ihrer Datei oder in eine andere verschoben wurden</translation>
    </message>
    <message>
        <source>Cost of precision</source>
        <translation>Kosten der Genauigkeit</translation>
    </message>
    <message>
        <source>Bits per element in the files, and the signal-to-noise ratio of tensors whose bits differ</source>
        <translation>Bits je Element in den Dateien und der Rauschabstand der Tensoren, deren Bits sich unterscheiden</translation>
    </message>
</context>
<context>
    <name>loupe::StatusLine</name>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Scan</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor</numerusform>
            <numerusform>%1 Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 parameter(s)</source>
        <translation>
            <numerusform>%1 Parameter</numerusform>
            <numerusform>%1 Parameter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 byte(s)</source>
        <translation>
            <numerusform>%1 Byte</numerusform>
            <numerusform>%1 Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (unsaved changes)</source>
        <translation>%1 (nicht gespeicherte Änderungen)</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Tensor data: %1</source>
        <translation>Tensordaten: %1</translation>
    </message>
</context>
<context>
    <name>loupe::StatusRow</name>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
</context>
<context>
    <name>loupe::TableCopy</name>
    <message>
        <source>(only %1 of %2 rows were copied)</source>
        <translation>(nur %1 von %2 Zeilen wurden kopiert)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>loupe::TensorText</name>
    <message>
        <source>no bytes</source>
        <translation>keine Bytes</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>bytes %1 to %2</source>
        <translation>Bytes %1 bis %2</translation>
    </message>
    <message numerus="yes">
        <source>missing entirely (%1 byte(s))</source>
        <translation>
            <numerusform>fehlt ganz (%1 Byte)</numerusform>
            <numerusform>fehlt ganz (%1 Bytes)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 byte(s) missing</source>
        <translation>
            <numerusform>%1 von %2 Byte fehlen</numerusform>
            <numerusform>%1 von %2 Bytes fehlen</numerusform>
        </translation>
    </message>
    <message>
        <source>shared with %1</source>
        <translation>gemeinsam mit %1</translation>
    </message>
    <message>
        <source>(unnamed)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>Scales</source>
        <translation>Skalen</translation>
    </message>
    <message>
        <source>Global scale</source>
        <translation>Globale Skala</translation>
    </message>
    <message>
        <source>Scales of the scales</source>
        <translation>Skalen der Skalen</translation>
    </message>
    <message>
        <source>Zero points</source>
        <translation>Nullpunkte</translation>
    </message>
    <message>
        <source>Offsets</source>
        <translation>Offsets</translation>
    </message>
    <message>
        <source>Group index</source>
        <translation>Gruppenindex</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table of the scales</source>
        <translation>Tabelle der Skalen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Anordnung</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Maske</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Sonstiges</translation>
    </message>
</context>
<context>
    <name>loupe::TensorTreeModel</name>
    <message>
        <source>%1
will be deleted</source>
        <translation>%1
wird gelöscht</translation>
    </message>
    <message>
        <source>%1, will be deleted</source>
        <translation>%1, wird gelöscht</translation>
    </message>
    <message>
        <source>%1
%2 below</source>
        <translation>%1
%2 darunter</translation>
    </message>
    <message>
        <source>%1, %2 below</source>
        <translation>%1, %2 darunter</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>DType</source>
        <translation>Datentyp</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Offset</translation>
    </message>
    <message>
        <source>% of file</source>
        <translation>% der Datei</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Shard</source>
        <translation>Shard</translation>
    </message>
    <message>
        <source>Root mean square of the values, by depth</source>
        <translation>Quadratischer Mittelwert der Werte, nach Tiefe</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>×%1</source>
        <translation>×%1</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>%1
renamed from %2
Filter, sorting and copying use the name in the file.</source>
        <translation>%1
umbenannt von %2
Filtern, Sortieren und Kopieren verwenden den Namen in der Datei.</translation>
    </message>
    <message>
        <source>%1, renamed from %2</source>
        <translation>%1, umbenannt von %2</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>(top level)</source>
        <translation>(oberste Ebene)</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>Verteilung</translation>
    </message>
    <message>
        <source>Largest: %1 in %2</source>
        <translation>Größter: %1 in %2</translation>
    </message>
    <message>
        <source>Smallest: %1 in %2</source>
        <translation>Kleinster: %1 in %2</translation>
    </message>
    <message numerus="yes">
        <source>Known for %1 of %2 tensor(s)</source>
        <translation>
            <numerusform>Bekannt für %1 von %2 Tensor</numerusform>
            <numerusform>Bekannt für %1 von %2 Tensoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %1 other(s)</source>
        <translation>
            <numerusform>und %1 weiterer</numerusform>
            <numerusform>und %1 weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of a part, its role</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 → %2 after saving</source>
        <translation>%1 → %2 nach dem Speichern</translation>
    </message>
    <message>
        <source>%1 after saving, now %2</source>
        <translation>%1 nach dem Speichern, jetzt %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>no values</source>
        <translation>keine Werte</translation>
    </message>
    <message>
        <source>no values: %1</source>
        <translation>keine Werte: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s)</source>
        <comment>of one tensor</comment>
        <translation>
            <numerusform>%1 Datei</numerusform>
            <numerusform>%1 Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::TensorTreeView</name>
    <message>
        <source>Copy name</source>
        <translation>Name kopieren</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren …</translation>
    </message>
    <message>
        <source>Copy as Python for %1</source>
        <translation>Als Python für %1 kopieren</translation>
    </message>
    <message>
        <source>Show bytes</source>
        <translation>Bytes zeigen</translation>
    </message>
    <message>
        <source>Compute digest…</source>
        <translation>Prüfsumme berechnen …</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Alle ausklappen</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Alle einklappen</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message numerus="yes">
        <source>Copy %1 name(s)</source>
        <translation>
            <numerusform>%1 Namen kopieren</numerusform>
            <numerusform>%1 Namen kopieren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ThemeMenu</name>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Design</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
</context>
<context>
    <name>loupe::Traffic</name>
    <message>
        <source>%1 of %2 read</source>
        <translation>%1 von %2 gelesen</translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes read over the network in %2 request(s) since this was opened, all windows together</source>
        <translation>
            <numerusform>%1 Bytes in %2 Anfrage über das Netz gelesen, seit dies geöffnet wurde, alle Fenster zusammen</numerusform>
            <numerusform>%1 Bytes in %2 Anfragen über das Netz gelesen, seit dies geöffnet wurde, alle Fenster zusammen</numerusform>
        </translation>
    </message>
    <message>
        <source>Fetch %1</source>
        <translation>%1 laden</translation>
    </message>
    <message>
        <source>The values are on a server. Showing them fetches %1.</source>
        <translation>Die Werte liegen auf einem Server. Um sie zu zeigen, werden %1 geladen.</translation>
    </message>
</context>
<context>
    <name>loupe::TreeFormActions</name>
    <message>
        <source>Full t&amp;ree</source>
        <translation>&amp;Voller Baum</translation>
    </message>
    <message>
        <source>Compact tree</source>
        <translation>Kompakter Baum</translation>
    </message>
    <message>
        <source>Flat l&amp;ist</source>
        <translation>&amp;Flache Liste</translation>
    </message>
    <message>
        <source>&amp;Families</source>
        <translation>Fam&amp;ilien</translation>
    </message>
</context>
<context>
    <name>loupe::TreeMessage</name>
    <message>
        <source>Open a model file, or drop one here</source>
        <translation>Öffnen Sie eine Modelldatei, oder legen Sie eine hier ab</translation>
    </message>
    <message>
        <source>The tensors could not be read</source>
        <translation>Die Tensoren konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>This checkpoint has no tensors.</source>
        <translation>Dieser Checkpoint enthält keine Tensoren.</translation>
    </message>
    <message>
        <source>The filter is not valid: %1.</source>
        <translation>Der Filter ist ungültig: %1.</translation>
    </message>
    <message>
        <source>No scanned tensor matches the filter.</source>
        <translation>Kein geprüfter Tensor passt zum Filter.</translation>
    </message>
    <message>
        <source>No tensor matches the filter.</source>
        <translation>Kein Tensor passt zum Filter.</translation>
    </message>
    <message>
        <source>No tensor matches the filter: %1.</source>
        <translation>Kein Tensor passt zum Filter: %1.</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>%1
%2 read over the network</source>
        <comment>opening, bytes</comment>
        <translation>%1
%2 über das Netz gelesen</translation>
    </message>
</context>
<context>
    <name>loupe::UndoHistory</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <comment>in the list of shortcuts</comment>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <comment>in the list of shortcuts</comment>
        <translation>Wiederholen</translation>
    </message>
</context>
<context>
    <name>loupe::UnlockDialog</name>
    <message>
        <source>&amp;Passphrase</source>
        <translation>&amp;Passphrase</translation>
    </message>
    <message>
        <source>&amp;Key file</source>
        <translation>&amp;Schlüsseldatei</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen …</translation>
    </message>
    <message>
        <source>Unlock values</source>
        <translation>Werte entsperren</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>File that holds the key</source>
        <translation>Datei mit dem Schlüssel</translation>
    </message>
    <message>
        <source>32 bytes, or 64 hexadecimal digits</source>
        <translation>32 Bytes, oder 64 hexadezimale Ziffern</translation>
    </message>
    <message>
        <source>The values in %1 are encrypted.</source>
        <translation>Die Werte in %1 sind verschlüsselt.</translation>
    </message>
    <message>
        <source>&amp;Unlock</source>
        <translation>&amp;Entsperren</translation>
    </message>
    <message>
        <source>Key file</source>
        <translation>Schlüsseldatei</translation>
    </message>
</context>
<context>
    <name>loupe::UnsavedGuard</name>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter …</translation>
    </message>
</context>
<context>
    <name>loupe::ValueMessages</name>
    <message>
        <source>Reading %1 %</source>
        <translation>Wird gelesen: %1 %</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Select a tensor</source>
        <translation>Wählen Sie einen Tensor</translation>
    </message>
    <message>
        <source>Select a tensor to see its values.</source>
        <translation>Wählen Sie einen Tensor, um seine Werte zu sehen.</translation>
    </message>
    <message>
        <source>Values of dtype %1 cannot be read; see Hex.</source>
        <translation>Werte des Datentyps %1 sind nicht lesbar; siehe Hex.</translation>
    </message>
    <message>
        <source>The shape %1 has more elements than can be counted.</source>
        <translation>Die Form %1 hat mehr Elemente, als sich zählen lassen.</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>Dieser Tensor hat keine Elemente.</translation>
    </message>
    <message>
        <source>Quantized (%1), not decoded; see its parts or Hex.</source>
        <comment>scheme</comment>
        <translation>Quantisiert (%1), nicht dekodiert; siehe die Teile oder Hex.</translation>
    </message>
</context>
<context>
    <name>loupe::ValuePane</name>
    <message numerus="yes">
        <source>… and %1 more character(s). Copy the row to get all of them.</source>
        <translation>
            <numerusform>… und %1 weiteres Zeichen. Kopieren Sie die Zeile, um alle zu erhalten.</numerusform>
            <numerusform>… und %1 weitere Zeichen. Kopieren Sie die Zeile, um alle zu erhalten.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ValueText</name>
    <message>
        <source>element %1</source>
        <translation>Element %1</translation>
    </message>
</context>
<context>
    <name>loupe::ValuesArea</name>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
</context>
<context>
    <name>loupe::ValuesPanel</name>
    <message>
        <source>Decimal</source>
        <translation>Dezimal</translation>
    </message>
    <message>
        <source>Scientific</source>
        <translation>Wissenschaftlich</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>Hex</translation>
    </message>
    <message>
        <source>The bits of each value</source>
        <translation>Die Bits jedes Werts</translation>
    </message>
    <message>
        <source>Notation</source>
        <translation>Schreibweise</translation>
    </message>
    <message>
        <source>Go to index</source>
        <translation>Gehe zu Index</translation>
    </message>
    <message>
        <source>An index such as [3, 17], negative from the end, or a number in row-major order</source>
        <translation>Ein Index wie [3, 17], negativ vom Ende her, oder eine Nummer in Zeilenordnung</translation>
    </message>
    <message>
        <source>%1 →</source>
        <translation>%1 →</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop searching (Esc)</source>
        <translation>Suche abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Value under the cursor</source>
        <translation>Wert unter der Schreibmarke</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Read the values</source>
        <translation>Die Werte lesen</translation>
    </message>
    <message>
        <source>Integers always show all digits; only floats have an exponent</source>
        <translation>Ganzzahlen zeigen stets alle Stellen; nur Gleitkommazahlen haben einen Exponenten</translation>
    </message>
    <message>
        <source>Not an index of shape %1. Examples: [3, 17], 42</source>
        <translation>Kein Index der Form %1. Beispiele: [3, 17], 42</translation>
    </message>
    <message>
        <source>Up to 6 significant digits; all of them below the table and when copied</source>
        <translation>Bis zu 6 signifikante Stellen; alle stehen unter der Tabelle und in der Zwischenablage</translation>
    </message>
    <message>
        <source>Scientific notation with all digits of the dtype</source>
        <translation>Wissenschaftliche Schreibweise mit allen Stellen des Typs</translation>
    </message>
    <message>
        <source>How the value is decoded</source>
        <translation>Wie der Wert dekodiert wird</translation>
    </message>
</context>
<context>
    <name>loupe::ValuesView</name>
    <message>
        <source>NaN/Inf</source>
        <translation>NaN/Inf</translation>
    </message>
    <message>
        <source>Previous NaN or infinity in the whole tensor (Shift+F3)</source>
        <translation>Voriges NaN oder Unendlich im ganzen Tensor (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next NaN or infinity in the whole tensor (F3)</source>
        <translation>Nächstes NaN oder Unendlich im ganzen Tensor (F3)</translation>
    </message>
    <message>
        <source>This tensor has no NaN and no infinity.</source>
        <translation>Dieser Tensor enthält kein NaN und kein Unendlich.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source> = %1   0x%2</source>
        <translation> = %1   0x%2</translation>
    </message>
    <message>
        <source>   %1 × %2 selected</source>
        <translation>   %1 × %2 ausgewählt</translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 value(s)</source>
        <translation>
            <numerusform>%1 Wert kopiert</numerusform>
            <numerusform>%1 Werte kopiert</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::ViewControls</name>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Real part</source>
        <translation>Realteil</translation>
    </message>
    <message>
        <source>Imaginary part</source>
        <translation>Imaginärteil</translation>
    </message>
    <message>
        <source>Magnitude</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Part of the complex values</source>
        <translation>Teil der komplexen Werte</translation>
    </message>
    <message>
        <source>Show everything (0). Zoom with the wheel or + and −; pan by dragging or with the arrow keys</source>
        <translation>Alles zeigen (0). Zoomen mit dem Mausrad oder + und −; verschieben durch Ziehen oder mit den Pfeiltasten</translation>
    </message>
</context>
<context>
    <name>loupe::WindowActions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>&amp;Ordner öffnen …</translation>
    </message>
    <message>
        <source>Compare &amp;with…</source>
        <translation>&amp;Vergleichen mit …</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern …</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter …</translation>
    </message>
    <message>
        <source>Salva&amp;ge intact tensors…</source>
        <translation>&amp;Intakte Tensoren retten …</translation>
    </message>
    <message>
        <source>&amp;Convert…</source>
        <translation>&amp;Konvertieren …</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>&amp;Merge…</source>
        <translation>Zusa&amp;mmenführen …</translation>
    </message>
    <message>
        <source>Export sca&amp;n…</source>
        <translation>&amp;Prüfung exportieren …</translation>
    </message>
    <message>
        <source>C&amp;lose window</source>
        <translation>Fenster s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Copy names of selected tensors</source>
        <translation>&amp;Namen der ausgewählten Tensoren kopieren</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>&amp;Filter</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>Abb&amp;rechen</translation>
    </message>
    <message>
        <source>&amp;Expand all</source>
        <translation>Alle &amp;ausklappen</translation>
    </message>
    <message>
        <source>C&amp;ollapse all</source>
        <translation>Alle &amp;einklappen</translation>
    </message>
    <message>
        <source>Sort by &amp;name</source>
        <translation>Nach Namen s&amp;ortieren</translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>Werkzeugleiste</translation>
    </message>
    <message>
        <source>Open a checkpoint (Ctrl+O)</source>
        <translation>Einen Checkpoint öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>Read the file again (F5)</source>
        <translation>Die Datei erneut lesen (F5)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare with another checkpoint (Ctrl+Shift+M)</source>
        <translation>Mit einem anderen Checkpoint vergleichen (Strg+Umschalt+M)</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Write the selected tensors for other programs (Ctrl+E)</source>
        <translation>Die ausgewählten Tensoren für andere Programme schreiben (Strg+E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open r&amp;ecent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>Keine zuletzt geöffneten Dateien</translation>
    </message>
    <message>
        <source>Forget recent files</source>
        <translation>Zuletzt geöffnete Dateien vergessen</translation>
    </message>
    <message>
        <source>Stop scan</source>
        <translation>Prüfung abbrechen</translation>
    </message>
    <message>
        <source>Scan &amp;values</source>
        <translation>&amp;Werte prüfen</translation>
    </message>
    <message>
        <source>Open recent file 1 (2 to %1 likewise)</source>
        <translation>Zuletzt geöffnete Datei 1 öffnen (ebenso 2 bis %1)</translation>
    </message>
    <message>
        <source>Save to another file (Ctrl+Shift+S)</source>
        <translation>In eine andere Datei speichern (Strg+Umschalt+S)</translation>
    </message>
    <message>
        <source>Stop the scan (Esc)</source>
        <translation>Die Prüfung abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Find NaN, infinities and other problems in all tensors (Ctrl+Shift+V)</source>
        <translation>NaN, Unendlich und andere Probleme in allen Tensoren finden (Strg+Umschalt+V)</translation>
    </message>
    <message>
        <source>Store&amp;d tensors</source>
        <translation>&amp;Gespeicherte Tensoren</translation>
    </message>
    <message>
        <source>Show the codes and scales of quantized weights as they are stored (Ctrl+Shift+P)</source>
        <translation>Codes und Skalen quantisierter Gewichte zeigen, wie sie gespeichert sind (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Compare t&amp;wo…</source>
        <translation>Zwei &amp;vergleichen …</translation>
    </message>
    <message>
        <source>Choose two checkpoints and compare them (Ctrl+Shift+M)</source>
        <translation>Zwei Checkpoints wählen und vergleichen (Strg+Umschalt+M)</translation>
    </message>
    <message>
        <source>Open a file on a server by its address (Ctrl+L)</source>
        <translation>Eine Datei auf einem Server über ihre Adresse öffnen (Strg+L)</translation>
    </message>
    <message>
        <source>Open locat&amp;ion…</source>
        <translation>&amp;Adresse öffnen …</translation>
    </message>
    <message>
        <source>Compare wit&amp;h location…</source>
        <translation>Mit Adresse ver&amp;gleichen …</translation>
    </message>
</context>
<context>
    <name>loupe::WriteControl</name>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>-copy</source>
        <translation>-kopie</translation>
    </message>
    <message>
        <source>-edited</source>
        <translation>-bearbeitet</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Salvage intact tensors</source>
        <translation>Intakte Tensoren retten</translation>
    </message>
    <message>
        <source>Convert</source>
        <translation>Konvertieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>-selection</source>
        <translation>-auswahl</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>-merged</source>
        <translation>-zusammengeführt</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <comment>file, tensors, size</comment>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>tensor, file</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>all shown tensors of %1</source>
        <translation>alle gezeigten Tensoren von %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %2 staged change(s)</source>
        <translation>
            <numerusform>%1 · %2 vorgemerkte Änderung</numerusform>
            <numerusform>%1 · %2 vorgemerkte Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 selected tensor(s) of %2</source>
        <translation>
            <numerusform>%1 ausgewählter Tensor von %2</numerusform>
            <numerusform>%1 ausgewählte Tensoren von %2</numerusform>
        </translation>
    </message>
    <message>
        <source>-intact</source>
        <translation>-intakt</translation>
    </message>
    <message>
        <source>Files on servers are only read. Save as writes a local file.</source>
        <translation>Dateien auf Servern werden nur gelesen. „Speichern unter“ schreibt eine lokale Datei.</translation>
    </message>
    <message>
        <source>Checking which tensors are intact fetches %1 over the network.</source>
        <translation>Die Prüfung, welche Tensoren unversehrt sind, lädt %1 über das Netz.</translation>
    </message>
</context>
<context>
    <name>loupe::WriteDialog</name>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Write values that overflow?</source>
        <translation>Überlaufende Werte schreiben?</translation>
    </message>
    <message>
        <source>&amp;Write anyway</source>
        <translation>&amp;Trotzdem schreiben</translation>
    </message>
    <message>
        <source>Stopped. The finished files were kept.</source>
        <translation>Abgebrochen. Die fertigen Dateien wurden behalten.</translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>Abgebrochen. Nichts wurde geschrieben.</translation>
    </message>
</context>
<context>
    <name>loupe::WriteForm</name>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen …</translation>
    </message>
    <message>
        <source>On&amp;e file per tensor</source>
        <translation>&amp;Eine Datei je Tensor</translation>
    </message>
    <message>
        <source>&amp;Verify after writing</source>
        <translation>Nach dem Schreiben &amp;prüfen</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Where to write</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>&amp;Write to</source>
        <translation>&amp;Ziel</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>Write to a folder</source>
        <translation>In einen Ordner schreiben</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Drop s&amp;hared tensors (write each storage once)</source>
        <translation>&amp;Gemeinsame Tensoren weglassen (jeden Speicher einmal schreiben)</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>Max shard size</source>
        <translation>Max. Größe eines Shards</translation>
    </message>
    <message>
        <source>&amp;Max shard size</source>
        <translation>&amp;Max. Größe eines Shards</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) share the storage of another one</source>
        <translation>
            <numerusform>%1 Tensor benutzt den Speicher eines anderen mit</numerusform>
            <numerusform>%1 Tensoren benutzen den Speicher eines anderen mit</numerusform>
        </translation>
    </message>
    <message>
        <source>Max shard size: %1.</source>
        <translation>Max. Größe eines Shards: %1.</translation>
    </message>
    <message>
        <source>Write &amp;quantized weights as plain values</source>
        <translation>&amp;Quantisierte Gewichte als einfache Werte schreiben</translation>
    </message>
    <message>
        <source>DType of plain values</source>
        <translation>DType der einfachen Werte</translation>
    </message>
    <message>
        <source>Dequantize: without scales and other companion tensors</source>
        <translation>Dequantisieren: ohne Skalen und andere begleitende Tensoren</translation>
    </message>
    <message>
        <source>Maximum bytes of tensors per shard, such as 5 GB or 500 MiB</source>
        <translation>Höchstens so viele Bytes von Tensoren je Shard, etwa 5 GB oder 500 MiB</translation>
    </message>
</context>
<context>
    <name>loupe::WritePreview</name>
    <message>
        <source>Cast %1 to %2</source>
        <translation>%1 in %2 umwandeln</translation>
    </message>
    <message>
        <source>Keep the first of each</source>
        <translation>Jeweils den ersten behalten</translation>
    </message>
    <message>
        <source>Keep the intact tensors</source>
        <translation>Die intakten Tensoren behalten</translation>
    </message>
    <message>
        <source>Create folder</source>
        <translation>Ordner anlegen</translation>
    </message>
    <message>
        <source>Show all…</source>
        <translation>Alle zeigen …</translation>
    </message>
    <message>
        <source>%1 · %2 (%3) of header rewritten in place</source>
        <comment>tensors, size, bytes</comment>
        <translation>%1 · %2 (%3) des Headers an Ort und Stelle neu geschrieben</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>tensors, files</comment>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>size, bytes</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 free</source>
        <comment>disk space</comment>
        <translation>%1 frei</translation>
    </message>
    <message numerus="yes">
        <source>Skip %1 tensor(s)</source>
        <translation>
            <numerusform>%1 Tensor auslassen</numerusform>
            <numerusform>%1 Tensoren auslassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Files to write</source>
        <translation>Zu schreibende Dateien</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Preparing the preview…</source>
        <translation>Vorschau wird erstellt …</translation>
    </message>
    <message>
        <source>Checking which tensors are intact</source>
        <translation>Intakte Tensoren werden ermittelt</translation>
    </message>
    <message>
        <source>Computing the loss of the casts</source>
        <translation>Der Verlust der Umwandlungen wird berechnet</translation>
    </message>
    <message numerus="yes">
        <source>%1 file(s) stay in the folder but are no longer part of the model: %2</source>
        <translation>
            <numerusform>%1 Datei bleibt im Ordner, gehört aber nicht mehr zum Modell: %2</numerusform>
            <numerusform>%1 Dateien bleiben im Ordner, gehören aber nicht mehr zum Modell: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::WriteStatus</name>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation>Im &amp;Ordner zeigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Writing and verifying</source>
        <translation>Schreiben und Prüfen</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Written and verified: %1, %2</source>
        <translation>Geschrieben und geprüft: %1, %2</translation>
    </message>
    <message>
        <source>Written: %1, %2</source>
        <translation>Geschrieben: %1, %2</translation>
    </message>
    <message>
        <source>Rewrite header</source>
        <translation>Header neu schreiben</translation>
    </message>
    <message numerus="yes">
        <source>Write, replacing %1 file(s)</source>
        <translation>
            <numerusform>Schreiben, %1 Datei ersetzen</numerusform>
            <numerusform>Schreiben, %1 Dateien ersetzen</numerusform>
        </translation>
    </message>
    <message>
        <source>Progress of writing</source>
        <translation>Fortschritt des Schreibens</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Header rewritten in place and verified: %1</source>
        <translation>Header an Ort und Stelle neu geschrieben und geprüft: %1</translation>
    </message>
    <message>
        <source>Header rewritten in place: %1</source>
        <translation>Header an Ort und Stelle neu geschrieben: %1</translation>
    </message>
    <message>
        <source>Fetch %1 and write</source>
        <translation>%1 laden und schreiben</translation>
    </message>
    <message numerus="yes">
        <source>Fetch %2 and write, replacing %1 file(s)</source>
        <translation>
            <numerusform>%2 laden und schreiben, ersetzt %1 Datei</numerusform>
            <numerusform>%2 laden und schreiben, ersetzt %1 Dateien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>loupe::WritingPreview</name>
    <message>
        <source>%1, and %2 more</source>
        <translation>%1, und %2 weitere</translation>
    </message>
    <message>
        <source>All tensors are intact.</source>
        <translation>Alle Tensoren sind intakt.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>No tensors left to write.</source>
        <translation>Keine Tensoren zum Schreiben übrig.</translation>
    </message>
    <message>
        <source>The selection may lack tensors, as part of the model could not be read: %1</source>
        <translation>In der Auswahl fehlen vielleicht Tensoren, da ein Teil des Modells nicht lesbar war: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) are incomplete; the first is %2 (%3).</source>
        <translation>
            <numerusform>%1 Tensor ist unvollständig: %2 (%3).</numerusform>
            <numerusform>%1 Tensoren sind unvollständig; der erste ist %2 (%3).</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 is a source file: write the intact tensors to another file.</source>
        <translation>%1 %2 ist eine Quelldatei: Schreiben Sie die intakten Tensoren in eine andere Datei.</translation>
    </message>
    <message numerus="yes">
        <source>%1 quantized tensor(s) are dequantized, which takes more space.</source>
        <translation>
            <numerusform>%1 quantisierter Tensor wird dequantisiert, was mehr Platz braucht.</numerusform>
            <numerusform>%1 quantisierte Tensoren werden dequantisiert, was mehr Platz braucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has errors; the tensors that it lists are copied unchanged.</source>
        <translation>%1 ist fehlerhaft; die darin aufgeführten Tensoren werden unverändert kopiert.</translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) of integers or booleans become floats.</source>
        <translation>
            <numerusform>%1 Tensor mit Ganzzahlen oder Wahrheitswerten wird zu Gleitkommazahlen.</numerusform>
            <numerusform>%1 Tensoren mit Ganzzahlen oder Wahrheitswerten werden zu Gleitkommazahlen.</numerusform>
        </translation>
    </message>
    <message>
        <source>NumPy has no %1. These tensors are written as F32, which keeps every value.</source>
        <translation>NumPy kennt kein %1. Diese Tensoren werden als F32 geschrieben, was jeden Wert erhält.</translation>
    </message>
    <message numerus="yes">
        <source>%1 files cannot hold %2 (%3 tensor(s), the first is %4).</source>
        <translation>
            <numerusform>Dateien im Format %1 können kein %2 enthalten (%3 Tensor, %4).</numerusform>
            <numerusform>Dateien im Format %1 können kein %2 enthalten (%3 Tensoren, der erste ist %4).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) may have differences beyond the range of %2; the first is %3. They are written as the smallest or largest number of that dtype, or as infinity.</source>
        <translation>
            <numerusform>%1 Tensor kann Differenzen außerhalb des Bereichs von %2 haben: %3. Sie werden als kleinste oder größte Zahl dieses Datentyps oder als Unendlich geschrieben.</numerusform>
            <numerusform>%1 Tensoren können Differenzen außerhalb des Bereichs von %2 haben; der erste ist %3. Sie werden als kleinste oder größte Zahl dieses Datentyps oder als Unendlich geschrieben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have the name of an earlier one; the first is %2. The earlier one is from the checkpoint further up in the list.</source>
        <translation>
            <numerusform>%1 Tensor hat den Namen eines früheren: %2. Der frühere stammt aus dem Checkpoint weiter oben in der Liste.</numerusform>
            <numerusform>%1 Tensoren haben die Namen früherer; der erste ist %2. Die früheren stammen aus dem Checkpoint weiter oben in der Liste.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tensor(s) have the name of an earlier one in the file; the first is %2.</source>
        <translation>
            <numerusform>%1 Tensor hat den Namen eines früheren in der Datei: %2.</numerusform>
            <numerusform>%1 Tensoren haben die Namen früherer in der Datei; der erste ist %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 files hold one tensor. Write one file per tensor, or choose npz.</source>
        <translation>Dateien im Format %1 enthalten einen Tensor. Schreiben Sie eine Datei je Tensor, oder wählen Sie npz.</translation>
    </message>
    <message>
        <source>These files stay on disk but are no longer part of the model: %1.</source>
        <translation>Diese Dateien bleiben erhalten, gehören aber nicht mehr zum Modell: %1.</translation>
    </message>
    <message>
        <source>Other models also use the replaced files and may stop loading: %1.</source>
        <translation>Auch andere Modelle benutzen die ersetzten Dateien und lassen sich dann vielleicht nicht mehr laden: %1.</translation>
    </message>
    <message>
        <source>Hard links to the replaced files keep the old content: %1.</source>
        <translation>Harte Links auf die ersetzten Dateien behalten den alten Inhalt: %1.</translation>
    </message>
    <message>
        <source>Only the header is rewritten, in place; the values are not touched.</source>
        <translation>Nur der Header wird an Ort und Stelle neu geschrieben; die Werte bleiben unberührt.</translation>
    </message>
    <message>
        <source>Not enough disk space: %1 needed, %2 free.</source>
        <translation>Zu wenig Speicherplatz: %1 nötig, %2 frei.</translation>
    </message>
    <message numerus="yes">
        <source>%1 companion tensor(s), such as scales, are not written.</source>
        <translation>
            <numerusform>%1 begleitender Tensor, etwa eine Skala, wird nicht geschrieben.</numerusform>
            <numerusform>%1 begleitende Tensoren, etwa Skalen, werden nicht geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>The output is no longer quantized: remove the quantization settings from a copy of %1.</source>
        <translation>Die Ausgabe ist nicht mehr quantisiert: Entfernen Sie die Quantisierungseinstellungen aus einer Kopie von %1.</translation>
    </message>
    <message numerus="yes">
        <source>%1 quantized weight(s) cannot be decoded and are copied as stored.</source>
        <translation>
            <numerusform>%1 quantisiertes Gewicht kann nicht dekodiert werden und wird wie gespeichert kopiert.</numerusform>
            <numerusform>%1 quantisierte Gewichte können nicht dekodiert werden und werden wie gespeichert kopiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 scale(s) of activations and caches are not written.</source>
        <translation>
            <numerusform>%1 Skala von Aktivierungen und Caches wird nicht geschrieben.</numerusform>
            <numerusform>%1 Skalen von Aktivierungen und Caches werden nicht geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>The metadata key _quantization_metadata is not written.</source>
        <translation>Der Metadatenschlüssel _quantization_metadata wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>The metadata key _quantization_metadata will list only the weights that stay quantized.</source>
        <translation>Der Metadatenschlüssel _quantization_metadata wird nur die Gewichte nennen, die quantisiert bleiben.</translation>
    </message>
    <message>
        <source>PEFT looks for a file that is named %1.</source>
        <translation>PEFT sucht eine Datei, die %1 heißt.</translation>
    </message>
</context>
</TS>
