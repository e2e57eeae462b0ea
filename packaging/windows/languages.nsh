; The sentences of the installer and the uninstaller.

!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Hindi"

!macro Say NAME ENGLISH HINDI
  LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
  LangString ${NAME} ${LANG_HINDI} "${HINDI}"
!macroend
!define Say "!insertmacro Say"

${Say} OldWindows "Agency Counter needs Windows 10, version 1809, or newer." \
  "Agency Counter के लिए Windows 10 का संस्करण 1809 या उससे नया चाहिए।"
${Say} NeedsRights "For all users of this computer, start this as an administrator. Without that, it can be installed for you alone: leave /AllUsers away." \
  "इस कंप्यूटर के सभी उपयोगकर्ताओं के लिए इसे व्यवस्थापक के रूप में चलाएँ। इसके बिना केवल आपके लिए इंस्टॉल हो सकता है: /AllUsers न लिखें।"
${Say} IsRunning "A counter is open. Close it, and start this again." \
  "काउंटर खुला है। उसे बंद करके इसे फिर से चलाएँ।"
${Say} IsOpen "The outcome of an order is still open. Settle it in the counter first: nothing has been changed." \
  "किसी ऑर्डर का परिणाम अभी खुला है। पहले उसे काउंटर में निपटाएँ: कुछ भी बदला नहीं गया है।"
${Say} RemoveWhileOpen "The outcome of an order is still open. Your data stays on this computer. Remove the program nevertheless?" \
  "किसी ऑर्डर का परिणाम अभी खुला है। आपका डेटा इस कंप्यूटर पर बना रहेगा। फिर भी प्रोग्राम हटाएँ?"
${Say} RemoveData "The program is removed. Delete your data too: the journal of all sales, bookings, customers and settings? It cannot be brought back." \
  "प्रोग्राम हटा दिया गया है। क्या आपका डेटा भी मिटाएँ: सभी बिक्रियों का जर्नल, बुकिंग, ग्राहक और सेटिंग? इसे वापस नहीं लाया जा सकता।"
${Say} IsNewer "Nothing was installed, since this computer has a newer version already:" \
  "कुछ इंस्टॉल नहीं किया गया, क्योंकि इस कंप्यूटर पर पहले से नया संस्करण है:"
${Say} ManagedByMsi "Agency Counter was installed for all users by an .msi package: update or remove it in the same way." \
  "Agency Counter सभी उपयोगकर्ताओं के लिए .msi पैकेज से इंस्टॉल हुआ है: उसे उसी तरह अपडेट करें या हटाएँ।"
${Say} Elsewhere "Agency Counter is installed in another folder already. Leave /D away, or remove it there first:" \
  "Agency Counter पहले से दूसरे फ़ोल्डर में इंस्टॉल है। /D न लिखें, या पहले उसे वहाँ से हटाएँ:"
${Say} ForeignFolder "This folder holds other files. Choose one that is empty or new:" \
  "इस फ़ोल्डर में दूसरी फ़ाइलें हैं। कोई खाली या नया फ़ोल्डर चुनें:"
${Say} InUse "A file of Agency Counter is in use. Close all counters, and start this again: nothing has been changed." \
  "Agency Counter की कोई फ़ाइल उपयोग में है। सभी काउंटर बंद करके इसे फिर से चलाएँ: कुछ भी बदला नहीं गया है।"
${Say} NoPlace "The folder of the program could not be made: nothing has been changed." \
  "प्रोग्राम का फ़ोल्डर नहीं बन सका: कुछ भी बदला नहीं गया है।"
${Say} NotWorking "The new version does not work on this computer: nothing has been changed." \
  "नया संस्करण इस कंप्यूटर पर काम नहीं करता: कुछ भी बदला नहीं गया है।"
${Say} NoPolicy "There is no such file for /POLICY:" "/POLICY के लिए ऐसी कोई फ़ाइल नहीं है:"
${Say} NoAddress "/BASEURL wants an address that begins with https:// :" "/BASEURL के लिए https:// से शुरू होने वाला पता चाहिए:"
${Say} PolicyThere "There is a policy file already, which /BASEURL does not change. Use /POLICY instead:" \
  "नीति फ़ाइल पहले से है, जिसे /BASEURL नहीं बदलता। इसके बजाय /POLICY लिखें:"
${Say} StartNow "Start Agency Counter" "Agency Counter शुरू करें"
